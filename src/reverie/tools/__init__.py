"""Pure helpers every room may use."""
