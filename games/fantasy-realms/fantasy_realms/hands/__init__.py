"""Hands as people write them: documents with choices and claims, and words on a command line."""
