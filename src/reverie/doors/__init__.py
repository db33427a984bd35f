"""Doors: thin ways in. They talk, the rooms think."""
