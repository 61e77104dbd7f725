"""Tests of what leaves the house."""
