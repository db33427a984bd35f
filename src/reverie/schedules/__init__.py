"""The clockwork: what has to be written for a timer to call Reverie. What is to be done and when comes in; a line, a
unit, a property list or a workflow goes out. Pure: who writes it where stands in `wiring/schedules.py`."""
