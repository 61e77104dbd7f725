"""What may be done and what it does: one pure function a rule."""
