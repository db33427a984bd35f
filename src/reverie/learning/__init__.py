"""Learning: lessons in, what becomes of them out: candidates, lines for notes, observations."""
