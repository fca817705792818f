import jax.numpy as jnp


def start():
    global total
    total = jnp.zeros(3)
