# not executed: what is to be compiled is for people
"""Functions of which `jax.jit` cannot make one program as they are."""

import jax
import jax.numpy as jnp
import numpy as np
from scipy.optimize import minimize

seen = []


def loss(x):
    return jnp.sum(jnp.exp(x) ** 2 + jnp.sin(x) * jnp.cos(x)) + jnp.max(x) * jnp.min(x)


def converted(x):
    value, slope = jax.value_and_grad(loss)(x)
    return float(value), np.asarray(slope, dtype=np.float64)


def noted(x):
    value = loss(x)
    seen.append(value)
    return value


def doubled(x):
    value = loss(x)
    if value > 3:
        value = 2 * value
    return value


def fitted(start):
    minimize(converted, start, jac=True)  # want: JOL124 (warning) "differentiates the function anew"
    minimize(noted, start)  # want: JOL124 (info) "operations to the device one by one"
    minimize(doubled, start)  # want: JOL124 (info) "operations to the device one by one"
    return minimize(loss, start)  # want: JOL124 (warning) "operations to the device one by one"
