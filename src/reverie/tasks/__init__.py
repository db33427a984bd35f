"""Tasks: questions about language with a fixed form. Who answers them, what checks the answers, and their log."""
