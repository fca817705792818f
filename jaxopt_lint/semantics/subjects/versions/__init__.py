"""Names of JAX that other releases do not have."""
