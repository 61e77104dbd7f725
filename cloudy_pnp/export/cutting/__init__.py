"""What a cutting machine follows: paths, the marks by which it finds them, and files that its programs read."""
