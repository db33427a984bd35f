"""Documents ⇄ records: what lies where in a memory, and what a file there is."""
