import jax
import jax.numpy as jnp


@jax.jit
def step(params, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads


def train():
    params = jnp.zeros(3)
    for n in range(1000):
        params = step(params, jnp.full((8, 3), n))
    return params
