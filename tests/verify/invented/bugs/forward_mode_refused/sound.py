import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (7,)),)


@jax.custom_jvp
def _penalty(x):
    return jnp.logaddexp(x, -x) - jnp.log(2.0)


@_penalty.defjvp
def _penalty_jvp(primals, tangents):
    (x,), (t,) = primals, tangents
    return _penalty(x), jnp.tanh(x) * t


def run(x):
    """Mean of the log-cosh penalty."""
    return jnp.mean(_penalty(x), axis=0)
