# not executed: the originals raise
import jax
import jax.numpy as jnp
import torch
from torch.utils.dlpack import to_dlpack


def losses_of(x, done, mask):
    alive = 1.0 - done
    kept = (mask > 0).astype(jnp.float32)
    total = jnp.sum(x, where=alive)  # want: JOL718 "booleans"
    mean = jnp.mean(x, axis=0, where=kept)  # want: JOL718 "ValueError"
    top = jnp.tanh(x).max(initial=0.0, where=1 - done)  # want: JOL718
    return total, mean, top


def noise(key, n):
    keys = jax.random.split(key, n)
    x = jax.random.normal(keys, (3,))  # want: JOL718 "takes one key"
    y = jnp.zeros(3)
    return y.astype(x), jnp.ones(4, dtype=y)  # want: JOL718 JOL718 "no dtype"


def flops(f, x):
    compiled = jax.jit(f).lower(x).compile()
    return compiled.cost_analysis()[0]["flops"]  # want: JOL718 "dictionary"


def borrowed(t: torch.Tensor):
    first = jax.dlpack.from_dlpack(to_dlpack(t))  # want: JOL718 "capsule"
    capsule = torch.utils.dlpack.to_dlpack(t)
    second = jax.dlpack.from_dlpack(capsule)  # want: JOL718
    return first, second


def one_number():
    row = jnp.zeros((1,))
    return float(row), jnp.atleast_1d([1.0, 2.0])  # want: JOL718 JOL718
