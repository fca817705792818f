"""Python loops over arrays: what they carry and gather, and how they read as one operation."""
