"""The desk: clusters → candidates. Each proposes one sentence a person would have written, from what the evidence holds."""
