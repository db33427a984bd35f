"""Embedders: the local model, any OpenAI-compatible endpoint, and the cache before either; imported only when used."""
