"""What leaves the house, one module for each target: made only when it is asked for (`export TARGET`)."""
