import jax
import jax.numpy as jnp


def inputs(key):
    k = jax.random.split(key, 3)
    return 0.4 * jax.random.normal(k[0], (9, 5, 9)), 0.4 * jax.random.normal(k[1], (9, 9)), jax.random.normal(k[2], (9,))


def run(x, u, start):
    """States of a minimal gated cell over time; x is (time, batch, width)."""
    h = jnp.zeros(x.shape[1:]) + start
    out = []
    for step in x:
        gate = jax.nn.sigmoid(step @ u + h)
        h = gate * h + (1.0 - gate) * jnp.tanh(step @ u)
        out.append(h)
    return jnp.stack(out)
