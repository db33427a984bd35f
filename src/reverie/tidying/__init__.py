"""Consolidation, in the cage. `work` is where it begins."""
