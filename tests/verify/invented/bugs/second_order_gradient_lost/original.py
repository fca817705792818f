import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6,)),)


@jax.custom_vjp
def softplus(x):
    return jnp.logaddexp(x, 0.0)


def _fwd(x):
    return softplus(x), x


def _bwd(x, g):
    return (g * jax.nn.sigmoid(x),)


softplus.defvjp(_fwd, _bwd)


def run(x):
    return jnp.sum(softplus(x) ** 2)
