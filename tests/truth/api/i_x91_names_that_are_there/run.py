import jax.numpy as jnp
from network.training import step

print(step(jnp.ones((3, 1)), jnp.ones((8, 3))))
