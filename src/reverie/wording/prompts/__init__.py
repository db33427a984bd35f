"""The questions a model may be asked, one file each: input, words, answer, version."""
