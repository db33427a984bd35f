"""The shelf: what was recalled → what earns a place in long-term memory, and why the rest does not."""
