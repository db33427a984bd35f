"""The story of one search: what changed is taken in, the question is asked, and what is shown is what stands there."""
