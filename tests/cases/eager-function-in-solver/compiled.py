"""What is compiled, what runs next to nothing, and what is of NumPy."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import scipy.optimize
from jax.scipy.optimize import minimize as inside
from scipy.optimize import brentq, least_squares, minimize


@jax.jit
def energy(x):
    return jnp.sum(jnp.sin(x) ** 2 + jnp.cos(2.0 * x) + jnp.tanh(x) * 3.0)


def plain(x):
    return np.sum(np.sin(x) ** 2 + np.cos(2.0 * x) + np.tanh(x) * 3.0)


def unjitted(x):
    return jnp.sum(jnp.sin(x) ** 2 + jnp.cos(2.0 * x) + jnp.tanh(x) * 3.0)


def on_the_host(x):
    return float(energy(jnp.asarray(x)))


def level(x):
    return float(jnp.sin(x))


slopes = jax.jit(jax.value_and_grad(unjitted))


def solved(start, unknown):
    found = [minimize(energy, start, jac=jax.jit(jax.grad(unjitted)))]
    found.append(minimize(plain, start))
    found.append(minimize(on_the_host, start, method="Nelder-Mead"))
    found.append(minimize(lambda x: tuple(map(np.asarray, slopes(x))), start, jac=True))
    found.append(brentq(level, 2.0, 4.0))
    found.append(least_squares(unknown, start))
    found.append(scipy.optimize.root(functools.partial(jax.jit(unjitted)), start))
    return found


@jax.jit
def traced(start):
    return inside(unjitted, start, method="BFGS").x
