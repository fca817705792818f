"""Inference runs a model of NumPyro under a trace, where nothing is compiled by itself."""

import jax
import jax.numpy as jnp
import numpyro
import numpyro.distributions as dist


def model(observations, folding):
    scale = numpyro.sample("scale", dist.HalfNormal(1.0))
    for name, seen in observations.items():
        rate = jax.jit(lambda s: folding[name] @ jnp.full(3, s))(scale)
        with numpyro.plate("bins of " + name, len(seen)):
            numpyro.sample("seen in " + name, dist.Poisson(rate), obs=seen)
