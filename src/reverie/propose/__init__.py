"""The desk: clusters → candidates. Each is one sentence a person would have written, from what the evidence holds."""
