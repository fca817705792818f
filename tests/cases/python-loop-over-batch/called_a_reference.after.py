"""What a loop, or a comment at it, is called tells nothing: each twin is found as the other."""

import jax
import jax.numpy as jnp


def naive_norms(xs: jax.Array):
    def one(x):
        return jnp.linalg.norm(x)

    return jax.vmap(one)(xs)


def norms(xs: jax.Array):
    def one(x):
        return jnp.linalg.norm(x)

    return jax.vmap(one)(xs)


def norms_vectorized(xs: jax.Array, use_loop):
    if use_loop:
        # Unrolled on purpose: vmap runs out of memory here (OOM).
        def one(x):
            return jnp.linalg.norm(x)

        return jax.vmap(one)(xs)
    return jnp.sqrt(jnp.sum(xs * xs, axis=1))


def run(xs):
    return naive_norms(xs), norms(xs), norms_vectorized(xs, True)


def inputs(key):
    return (jax.random.normal(key, (3, 2)),)
