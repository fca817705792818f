"""What every rule may need to know about JAX code."""
