import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (4, 6)), jnp.ones((6,))


@jax.custom_jvp
def _norm(x, scale):
    return scale * x * jax.lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6)


@_norm.defjvp
def _norm_jvp(primals, tangents):
    (x, scale), (dx, _) = primals, tangents
    r = jax.lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6)
    unit = x * r
    dunit = r * (dx - unit * jnp.mean(unit * dx, axis=-1, keepdims=True))
    return scale * unit, scale * dunit


def run(x, scale):
    """Root-mean-square norm of the rows of a matrix."""
    assert x.ndim == 2 and scale.shape == x.shape[1:]
    return _norm(x, scale)
