"""The command as other programs and people call it."""
