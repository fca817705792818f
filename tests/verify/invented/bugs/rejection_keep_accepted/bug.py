"""Truncated normal samples by rejection.

``run(keys, lo, hi)``: for each key, k = key; repeat k, sub = split(k),
z = normal(sub) until lo <= z <= hi.  The first accepted z is returned, one for
each key.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(keys, lo=-0.5, hi=1.0):
    def inside(z):
        return (z >= lo) & (z <= hi)

    def body(state):
        ks, z, ok = state
        pairs = jax.vmap(jax.random.split)(ks)
        new = jax.vmap(jax.random.normal)(pairs[:, 1])
        ok = inside(new)
        return pairs[:, 0], new, ok

    n = keys.shape[0]
    state = (keys, jnp.zeros(n), jnp.zeros(n, bool))
    return jax.lax.while_loop(lambda s: ~jnp.all(s[2]), body, state)[1]


def inputs(key):
    return jax.random.split(key, 4), -0.5, 1.0
