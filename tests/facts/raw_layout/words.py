import jax
import jax.numpy as jnp

key = jax.random.PRNGKey(0)
words = jnp.zeros((2,), dtype="uint32")  # fact: raw_layout two words
