"""Reverie lets AI agents dream: it goes over what happened and keeps what is worth keeping."""

__version__ = "0.1.0"
