"""Gradients, what is computed beside them, and what is done with them."""
