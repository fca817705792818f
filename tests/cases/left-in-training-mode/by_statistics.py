"""Passes by the statistics, those that keep the new ones, and those of a loss."""

import flax.linen as nn
import jax
import jax.numpy as jnp


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        for width in (8, 8):
            x = nn.BatchNorm(use_running_average=not train)(nn.Dense(width)(x))
        return nn.Dense(3)(x)


class Sometimes(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool, depth: int = 0):
        for _ in range(depth):
            x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(3)(x)


net, sometimes = Net(), Sometimes()


def hits(variables, x, labels):
    logits = net.apply(variables, x, train=False)
    return jnp.sum(jnp.argmax(logits, -1) == labels)


def renewed(variables, x, labels):
    logits, new = net.apply(variables, x, train=True, mutable=["batch_stats"])
    return jnp.sum(jnp.argmax(logits, -1) == labels), new


@jax.grad
def slope(params, stats, x, labels):
    variables = {"params": params, "batch_stats": stats}
    logits, _ = net.apply(variables, x, train=True, mutable=["batch_stats"])
    return jnp.sum(logits * (jnp.argmax(logits, -1) == labels)[:, None])


def perhaps(variables, x, labels):
    logits, _ = sometimes.apply(variables, x, train=True, mutable=["batch_stats"])
    return jnp.sum(jnp.argmax(logits, -1) == labels)
