"""The abstract machine: runs a file as Python and JAX would, on what is known of its values."""
