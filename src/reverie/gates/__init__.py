"""Gates: whether something is to be done now, or why not and when. One to a file, and pure: what is known and the time
come in, a verdict goes out. What is done when a gate opens stands in `wiring/gates.py`."""
