import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (3, 6)), jnp.array([6, 6, 6]))


def run(x, lengths):
    """Last state of a leaky integrator for each padded row of x (batch, time)."""
    out = []
    for row, n in zip(x, lengths.tolist()):
        h = jnp.float32(0)
        for v in row[:n]:
            h = 0.5 * h + v
        out.append(h)
    return jnp.stack(out)
