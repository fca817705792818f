# not executed: nothing is rewritten
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, donate_argnames="batch")  # want: JOL330 (warning) "single numbers alone"
def loss(w, batch):
    return jnp.mean((batch @ w) ** 2)


@partial(jax.jit, donate_argnums=(0,))  # want: JOL330 (info) "in 16 bits"
def halved(params):
    return jax.tree.map(lambda p: p.astype(jnp.bfloat16), params)


def norms(rows):
    return 2.0 * jnp.sum(rows**2), jnp.max(rows)


both = jax.jit(norms, donate_argnums=0)  # want: JOL330 "`rows` is donated"


def main(w, params):
    rows = jnp.ones((8, 4))
    print(both(rows))
    return halved(params), loss(w, jnp.ones((8, 4)))
