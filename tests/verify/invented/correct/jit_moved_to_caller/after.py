import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (6,)), 3


from functools import partial


def step(x):
    return x - 0.1 * jnp.sin(x)


@partial(jax.jit, static_argnums=1)
def _steps(x, n):
    for _ in range(n):
        x = step(x)
    return x


def run(x, n):
    return _steps(x, n)
