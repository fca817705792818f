import jax
import jax.numpy as jnp


def inputs(key):
    kernel = jnp.exp(-0.5 * jnp.arange(-3.0, 4.0) ** 2)
    return (jax.random.normal(key, (5, 40)), kernel / kernel.sum())


def run(rows, kernel):
    """Each row convolved with a kernel of odd length no longer than the row, same size."""
    taps = kernel[::-1]
    out = jax.lax.conv_general_dilated(rows[:, None], taps[None, None], (1,), "SAME")
    return out[:, 0]
