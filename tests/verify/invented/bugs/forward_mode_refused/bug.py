import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (7,)),)


@jax.custom_vjp
def _penalty(x):
    return jnp.logaddexp(x, -x) - jnp.log(2.0)


def _forward(x):
    return _penalty(x), x


def _backward(x, g):
    return (jnp.tanh(x) * g,)


_penalty.defvjp(_forward, _backward)


def run(x):
    """Mean of the log-cosh penalty."""
    return jnp.mean(_penalty(x), axis=0)
