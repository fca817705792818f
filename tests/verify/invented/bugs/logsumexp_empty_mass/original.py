"""Log-probability of the union of disjoint events.

``run(logp, axis)`` returns log(sum(exp(logp))) along the axis (not
empty).  Impossible
events have logp = -inf; when all are impossible the result is -inf.
"""
import jax
import jax.numpy as jnp


def run(logp, axis=-1):
    return jax.scipy.special.logsumexp(logp, axis=axis)


def inputs(key):
    return (jax.nn.log_softmax(jax.random.normal(key, (4, 6))) - 0.5,)
