"""Forward mode has no form that gives the value as well."""

import jax
import jax.numpy as jnp


def residual(z):
    return jnp.sin(z) - z


def newton(z):
    return residual(z), jax.jacfwd(residual)(z)


def curvature(z):
    return jnp.sum(residual(z)), jax.hessian(lambda q: jnp.sum(residual(q)))(z)
