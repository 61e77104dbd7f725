"""Hands and game records as files: judged by the rules, and told."""
