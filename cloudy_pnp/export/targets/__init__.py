"""Exports, one module per target, which runs only on demand (`export TARGET`)."""
