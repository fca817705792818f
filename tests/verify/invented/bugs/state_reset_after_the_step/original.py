import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (20, 5)), jnp.zeros(20, bool).at[0].set(True), jax.random.normal(k2, (5, 5)))


def run(xs, first, w):
    """Hidden states of a simple RNN; the state is zero before a step with first=True."""
    h = jnp.zeros_like(xs[0])
    out = []
    for t in range(xs.shape[0]):
        h = jnp.where(first[t], 0.0, h)
        h = jnp.tanh(xs[t] + h @ w)
        out.append(h)
    return jnp.stack(out)
