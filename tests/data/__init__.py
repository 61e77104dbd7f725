"""Reading strangers' files."""
