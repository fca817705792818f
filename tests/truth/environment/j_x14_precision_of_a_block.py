"""The precision is set for one block, by an option."""

import jax
import jax.numpy as jnp


def balanced(factors, grads, precision="float32"):
    with jax.default_matmul_precision(precision):
        norms = jnp.array([jnp.max(jnp.abs(f)) for f in factors], dtype=jnp.float32)
        mean = jnp.exp(jnp.mean(jnp.log(norms)))
        return [(f * (mean / n).astype(f.dtype)) @ grads for f, n in zip(factors, norms)]


def cast(grads):
    return grads.astype(jnp.bfloat16)
