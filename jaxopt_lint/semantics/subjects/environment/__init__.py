"""Variables of the environment that JAX reads, and when it reads them."""
