"""Facts by subject; each room sees the two storeys below, and siblings by a named pair."""
