"""One run: files in, findings out; processes, cache, progress."""
