"""Measures of many games."""
