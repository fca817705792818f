import jax
import jax.numpy as jnp

from network import counted, losses, made, starred

from .losses import huber

try:
    from .losses import fused_huber
except ImportError:
    fused_huber = None

if jax.default_backend() == "tpu":
    from .losses import on_tpu


counted.later = 3


@jax.jit
def step(params, x):
    error = made.abs(x @ params) + starred.square(x) + losses.huber(x)
    return jnp.mean(huber(error)) + counted.later


def counts():
    counted.start()
    return counted.total
