import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    params = {"w": jax.random.normal(a, (3, 2)), "b": jnp.zeros((2,))}
    return params, jax.tree.map(lambda p: jax.random.normal(b, p.shape), params)


@jax.jit
def _step(params, grads):
    return [p if g is None else p - 0.1 * g for p, g in zip(params, grads)]


def run(params, grads):
    """A step of gradient descent; parameters without a gradient stay."""
    names = list(params)
    fresh = _step([params[n] for n in names], [grads[n] for n in names])
    return dict(zip(names, fresh))
