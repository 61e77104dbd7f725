"""What many games show."""
