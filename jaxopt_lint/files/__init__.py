"""Files as they lie on disk: read, written whole or not at all, and what is left behind."""
