import jax
import jax.numpy as jnp

params = {"w": jnp.ones((2, 2)), "b": jnp.zeros(2)}
grads = jax.tree.map(jnp.ones_like, params)
params = jax.tree_map(lambda p, g: p - 0.1 * g, params, grads)
print(params)
