# used inside jax.jit
import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (12, 5)), jax.random.normal(k2, (5, 5)))


def run(emit, move):
    """Log partition function of a linear-chain CRF."""
    alpha = emit[0]
    for t in range(1, emit.shape[0]):
        alpha = jnp.stack([jax.nn.logsumexp(alpha + move[:, j]) for j in range(move.shape[1])]) + emit[t]
    return jax.nn.logsumexp(alpha)
