"""Repositories made to harm whoever runs Reverie in them."""
