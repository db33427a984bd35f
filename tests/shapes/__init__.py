"""Shapes of memory directories, each dreamt over twice, once more without a cache, and taken back."""
