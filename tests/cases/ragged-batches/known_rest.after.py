# not executed: the rewrite leaves the rest out
import jax
import jax.numpy as jnp

SIZE = 32


@jax.jit
def predict(params, x):
    return jnp.tanh(x @ params)


def all_of(params):
    xs = jnp.ones((100, 4))
    return [predict(params, xs[i : i + SIZE]) for i in range(0, 100 - 100 % SIZE, SIZE)]
