"""The kinds of output, by subject; each module names its own in `EXPORTERS`."""
