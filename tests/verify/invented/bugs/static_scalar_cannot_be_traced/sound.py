import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.uniform(key, (5,)), 2.0


from functools import partial


def _gm(x, p):
    return jnp.mean(x ** p) ** (1.0 / p)


_gm_static = partial(jax.jit, static_argnames="p")(_gm)


def run(x, p):
    """Generalised mean."""
    return (_gm_static if isinstance(p, (int, float)) else _gm)(x, p=p)
