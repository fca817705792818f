import jax
import jax.numpy as jnp


import dataclasses


@dataclasses.dataclass(frozen=True)
class Config:
    name: str
    slope: float = dataclasses.field(default=0.1, compare=False)


def leaky(x, config):
    return jnp.where(x > 0, x, config.slope * x)


def inputs(key):
    return (jax.random.normal(key, (5,)), (0.1, 0.1))


def run(x, slopes):
    """Leaky rectifiers of x, one row for each slope."""
    f = jax.jit(leaky, static_argnums=1)
    return jnp.stack([f(x, Config('leaky', s)) for s in slopes])
