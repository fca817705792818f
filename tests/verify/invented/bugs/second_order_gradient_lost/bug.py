import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6,)),)


@jax.custom_vjp
def softplus(x):
    return jnp.logaddexp(x, 0.0)


def _fwd(x):
    y = softplus(x)
    return y, jax.lax.stop_gradient(jax.nn.sigmoid(x))


def _bwd(x, g):
    return (g * x,)


softplus.defvjp(_fwd, _bwd)


def run(x):
    y = softplus(x)
    return jnp.sum(y * y)
