# not executed: the originals raise
import jax
import jax.numpy as jnp
import torch


def losses_of(x, done, mask):
    alive = 1.0 - done
    kept = (mask > 0).astype(jnp.float32)
    total = jnp.sum(x, where=alive != 0)
    mean = jnp.mean(x, axis=0, where=kept != 0)
    top = jnp.tanh(x).max(initial=0.0, where=(1 - done) != 0)
    return total, mean, top


def noise(key, n):
    keys = jax.random.split(key, n)
    x = jax.random.normal(keys, (3,))
    y = jnp.zeros(3)
    return y.astype(x.dtype), jnp.ones(4, dtype=y.dtype)


def flops(f, x):
    compiled = jax.jit(f).lower(x).compile()
    return compiled.cost_analysis()["flops"]


def borrowed(t: torch.Tensor):
    first = jax.dlpack.from_dlpack(t)
    capsule = torch.utils.dlpack.to_dlpack(t)
    second = jax.dlpack.from_dlpack(capsule)
    return first, second


def one_number():
    row = jnp.zeros((1,))
    return float(row), jnp.atleast_1d([1.0, 2.0])
