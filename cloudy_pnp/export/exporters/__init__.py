"""One module for each kind of output."""
