"""Reading Python that may be newer than the Python that reads it."""
