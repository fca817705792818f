import jax
import jax.numpy as jnp


def inputs(key):
    ks = jax.random.split(key, 4)
    return (jax.random.normal(ks[0], (10, 16)),) + tuple(0.2 * jax.random.normal(k, s) for k, s in zip(ks[1:], ((16, 24), (16, 24), (24, 16))))


@jax.jit
def run(x, gate, up, down):
    """SwiGLU feed-forward block."""
    both = x @ jnp.concatenate([gate, up], axis=1)
    g, u = jnp.split(both, 2, axis=1)
    return (jax.nn.silu(g) * u) @ down
