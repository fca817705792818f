import jax
import jax.numpy as jnp


def inputs(key):
    checks = [lambda x: bool(jnp.all(jnp.isfinite(x))), lambda x: x.ndim == 2, lambda x: x.shape[1] == 3]
    return jax.random.normal(key, (4, 3)), checks


def run(x, checks):
    """Whether x passes every check, in order; later checks may rely on the earlier ones."""
    return all(check(x) for check in checks)
