"""Short statements taken apart: words, values, what is affirmed and what denied."""
