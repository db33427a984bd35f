"""Torture: the store is killed, unplugged, filled up and edited under its hands. `make torture` does it at length."""
