import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.uniform(key, (), minval=1.0, maxval=50.0), 60


@jax.jit
def run(a, max_iter):
    """Newton square root and the number of steps, at most max_iter."""
    def cond(c):
        x, n = c
        return (n < max_iter) & (jnp.abs(x * x - a) > 1e-4 * a)

    def body(c):
        x, n = c
        return 0.5 * (x + a / x), n + 1
    return jax.lax.while_loop(cond, body, (jnp.maximum(a, 1.0), 0))
