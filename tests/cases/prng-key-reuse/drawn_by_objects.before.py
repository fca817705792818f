"""Dropout of Equinox and distributions of NumPyro: what is called draws, as its class tells."""

import equinox as eqx
import jax
import numpyro.distributions as dist


class Blocks(eqx.Module):
    layers: list
    dropout: eqx.nn.Dropout

    def __init__(self, key):
        keys = jax.random.split(key, 3)
        self.layers = [eqx.nn.Linear(8, 8, key=k) for k in keys]
        self.dropout = eqx.nn.Dropout(0.5)

    def __call__(self, x, *, key):
        between, last = jax.random.split(key)
        for layer in self.layers[:-1]:
            x = self.dropout(x, key=between)  # want: JOL802 "does not change in the loop"
            x = jax.nn.relu(layer(x))
        x = self.dropout(x, key=last)
        return self.layers[-1](x)


def noisy(x, y, key):
    noise = dist.Normal(0.0, 1.0)
    u = x + noise.sample(key, x.shape)
    v = y + noise.sample(key, y.shape)  # want: JOL802 "`key` was used up by `noise.sample`"
    return u, v
