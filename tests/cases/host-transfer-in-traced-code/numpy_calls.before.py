# not executed: the original raises
import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def gelu(x):
    # An approximation.
    return 0.5 * x * (jnp.ones(()) + np.tanh(x * 0.79))  # want: JOL401 "`np.tanh` needs the value of"


@jax.jit
def pairwise(x, y):
    both = np.stack([x, y])  # want: JOL401 "TracerArrayConversionError"
    return np.linalg.norm(both, axis=0)


def body(carry, x):
    carry = np.maximum(carry, x)  # want: JOL401
    return carry, np.add(carry, 1.0, out=None)


def running_maximum(xs):
    return jax.lax.scan(body, xs[0], xs)
