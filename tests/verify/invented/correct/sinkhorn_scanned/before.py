# used inside jax.jit
import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (7, 9)),)


def run(cost):
    """Log-domain Sinkhorn plan between uniform weights."""
    n, m = cost.shape
    f, g = jnp.zeros(n), jnp.zeros(m)
    for _ in range(15):
        f = -jnp.log(n) - jax.nn.logsumexp(g[None, :] - cost / 0.1, axis=1)
        g = -jnp.log(m) - jax.nn.logsumexp(f[:, None] - cost / 0.1, axis=0)
    return jnp.exp(f[:, None] + g[None, :] - cost / 0.1)
