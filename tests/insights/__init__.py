"""Insights."""
