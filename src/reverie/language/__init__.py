"""Judging text without a model: what a person's own words ask for, and what a session's events show by themselves."""
