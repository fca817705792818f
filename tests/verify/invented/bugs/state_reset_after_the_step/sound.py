import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (20, 5)), jnp.zeros(20, bool).at[0].set(True), jax.random.normal(k2, (5, 5)))


def run(xs, first, w):
    """Hidden states of a simple RNN; the state is zero before a step with first=True."""

    def step(h, x_and_first):
        x, start = x_and_first
        h = jnp.where(start, 0.0, h)
        h = jnp.tanh(x + h @ w)
        return h, h

    return jax.lax.scan(step, jnp.zeros_like(xs[0]), (xs, first))[1]
