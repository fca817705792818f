"""What Flax had once, one module for each of its breaking releases."""
