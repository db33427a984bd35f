"""The study: events → clusters. One detector per file; each says what it left out and why."""
