# not executed: the originals raise
import math

import jax
import jax.numpy as jnp
from scipy.special import gammaln


@jax.jit
def decayed(x, rate):
    return x * math.exp(-rate)  # want: JOL401 "`math.exp` needs the value"


@jax.jit
def floored(x):
    return max(x, 0.0)  # want: JOL401 "TracerBoolConversionError"


@jax.jit
def counted(x):
    return jnp.sum(gammaln(x))  # want: JOL401 "TracerArrayConversionError"


def loss(w):
    return math.log(w) ** 2  # want: JOL401 "differentiated"


slope = jax.grad(loss)
