# not executed: the original raises
import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def gelu(x):
    # An approximation.
    return 0.5 * x * (jnp.ones(()) + jnp.tanh(x * 0.79))


@jax.jit
def pairwise(x, y):
    both = jnp.stack([x, y])
    return jnp.linalg.norm(both, axis=0)


def body(carry, x):
    carry = jnp.maximum(carry, x)
    return carry, np.add(carry, 1.0, out=None)


def running_maximum(xs):
    return jax.lax.scan(body, xs[0], xs)
