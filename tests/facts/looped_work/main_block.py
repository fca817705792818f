"""The main block of a script says what its functions are given; trees may be dictionaries."""

import jax
import jax.numpy as jnp


@jax.jit
def gradient(params, x):
    return jax.tree.map(lambda p: p * x, params)


def summed(params, xs):
    total = jax.tree.map(jnp.zeros_like, params)
    for x in xs:  # fact: looped_work 4 over rows, 64 turns, 1 compiled, carries
        grads = gradient(params, x)
        total = jax.tree.map(jnp.add, total, grads)
    return total


if __name__ == "__main__":
    weights = {"w": jnp.ones((8, 8)), "b": jnp.ones(8)}
    summed(weights, jnp.ones((64, 8)))
else:
    summed(None, None)
