"""The porch for transcripts: what agents' sessions left on this machine → redacted records of who said and did what."""
