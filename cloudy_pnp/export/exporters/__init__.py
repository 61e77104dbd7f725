"""One module per kind of output."""
