import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.uniform(key, (), minval=1.0, maxval=50.0), 60


def run(a, max_iter):
    """Newton square root and the number of steps, at most max_iter."""
    x, n = jnp.maximum(a, 1.0), 0
    def cond(c):
        x, n = c
        return (jnp.abs(x * x - a) > 1e-4 * a) & (n < max_iter)
    return jax.lax.while_loop(cond, lambda c: (0.5 * (c[0] + a / c[0]), c[1] + 1), (x, n))
