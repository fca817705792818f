"""Activation-memory reduction for a stack of transformer MLP blocks."""
import functools

import jax
import jax.numpy as jnp

policies = jax.checkpoint_policies


@functools.partial(jax.checkpoint, policy=policies.everything_saveable)
def mlp_block(params, x):
    h = jax.nn.silu(x @ params["gate"]) * (x @ params["up"])
    return x + h @ params["down"]


def init_block(key, dim, hidden):
    kg, ku, kd = jax.random.split(key, 3)
    return {
        "gate": jax.random.normal(kg, (dim, hidden)) / dim**0.5,
        "up": jax.random.normal(ku, (dim, hidden)) / dim**0.5,
        "down": jax.random.normal(kd, (hidden, dim)) / hidden**0.5,
    }


def loss_fn(blocks, x):
    for block in blocks:
        x = mlp_block(block, x)
    return jnp.mean(x**2)


@jax.jit
def grads(blocks, x):
    return jax.grad(loss_fn)(blocks, x)


if __name__ == "__main__":
    blocks = [init_block(k, 128, 512) for k in jax.random.split(jax.random.key(0), 6)]
    x = jax.random.normal(jax.random.key(1), (16, 128))
    g = grads(blocks, x)
    print(jax.tree.map(jnp.shape, g[0]))
