"""The lamp: passages go in, by document; a question comes in, and the passages that answer it go out, with scores."""
