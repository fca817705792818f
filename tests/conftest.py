"""Cases are inputs, not tests."""

collect_ignore = ["cases", "facts", "sources"]
