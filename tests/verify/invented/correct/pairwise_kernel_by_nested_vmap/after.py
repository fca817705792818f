import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (5, 3)), jax.random.normal(b, (4, 3))


def _kernel(x, y):
    d = x - y
    return jnp.exp(-jnp.vdot(d, d) / 2)


@jax.jit
def run(xs, ys):
    """Gaussian kernel matrix."""
    return jax.vmap(lambda x: jax.vmap(lambda y: _kernel(x, y))(ys))(xs)
