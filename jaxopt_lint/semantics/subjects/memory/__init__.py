"""Which buffers live how long, and in which memory."""
