"""A recursion over degrees: each rung is a longer list, by a formula that its number chooses."""

import jax
import jax.numpy as jnp


def rung(degree, cosine, sine, below):
    row = []
    for order in range(2 * degree + 1):
        if order % 2 == 0:
            row.append(jnp.sqrt(order + 1.0) * below[-1] * cosine - jnp.exp(-sine) * sine)
        else:
            row.append(jnp.sin(order * sine) + jnp.cos(cosine) * below[0] / (1.0 + cosine**2))
        row[-1] = jnp.where(sine > 0, row[-1], jnp.tanh(row[-1]) + jnp.log1p(cosine**2))
    return row


def rungs(top, angle):
    cosine, sine = jnp.cos(angle), jnp.sin(angle)
    found = [[jnp.ones(())]]
    for degree in range(1, top):
        found.append(rung(degree, cosine, sine, found[-1]))
    return [jnp.stack(row) for row in found]


heights = jax.jit(rungs, static_argnums=0)
