"""What is known about JAX's interface: data, no logic."""
