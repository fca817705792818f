# not executed: the calls raise TypeError
"""Arguments that a function takes in no release."""
import jax
import jax.numpy as jnp


def sharded(body, mesh, spec):
    first = jax.shard_map(body, mesh=mesh, in_specs=spec, out_specs=spec, check_rep=False)  # want: JOL704 "no parameter `check_rep` in any JAX"
    return first, jax.shard_map(body, mesh, in_specs=spec, out_specs=spec)  # want: JOL704 "takes 1 argument by position"


def bessel(x):
    return jax.scipy.special.bessel_jn(x, v=1, n=4, maxiter=9)  # want: JOL704 JOL704


def padded(x, *args, **kwargs):
    return jnp.pad(x, *args, **kwargs), jnp.sum(x, axis=0, keepdims=True), jnp.stack([x], axis=0)
