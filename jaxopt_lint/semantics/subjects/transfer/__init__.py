"""What crosses between host and device, and who waits for it."""
