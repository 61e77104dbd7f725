"""Hands and game records as files: evaluated by the rules, and described."""
