"""Settings files of other programs: what Reverie adds to them, and how it is taken out again. Text in, text out; only
insertions, so that everything else stays as it was, byte for byte."""
