# not executed: nothing is rewritten
import flax.linen as nn
import jax.numpy as jnp


class Linen(nn.Module):
    @nn.compact
    def __call__(self, x, off):
        return nn.Dropout(0.5, deterministic=off)(nn.Dense(3)(x))


linen = Linen()


def accuracy(params, x, labels, key):
    logits = linen.apply(params, x, off=False, rngs={"dropout": key})  # want: JOL832 "Linen"
    return jnp.mean(jnp.argmax(logits, -1) == labels)


class Normed(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        for width in (8, 8):
            x = nn.BatchNorm(use_running_average=not train)(nn.Dense(width)(x))
        return nn.Dense(3)(x)


normed = Normed()


def fit(variables, x):
    _, new = normed.apply(variables, x, train=True, mutable=["batch_stats"])
    return {**variables, **new}


def hits(variables, x, labels):
    logits, _ = normed.apply(variables, x, train=True, mutable=["batch_stats"])  # want: JOL832 "and not by its statistics"
    return jnp.sum(jnp.argmax(logits, -1) == labels)
