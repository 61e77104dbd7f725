"""The language server: what `check` and the studio know, in any editor."""
