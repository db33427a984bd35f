"""The porch: the outside world comes in here and leaves as events. Nothing in this room writes outside its cache, and
whatever it reads is data, never an instruction."""
