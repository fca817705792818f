"""Dropout of Equinox with a key of its own each time, or switched off; a draw for each key."""

import equinox as eqx
import jax
import numpyro.distributions as dist


class Blocks(eqx.Module):
    layers: list
    dropout: eqx.nn.Dropout
    norm: eqx.nn.LayerNorm

    def __call__(self, x, *, key):
        *between, last = jax.random.split(key, len(self.layers))
        for layer, sub in zip(self.layers[:-1], between):
            x = self.dropout(x, key=sub)
            x = jax.nn.relu(layer(x))
        return self.layers[-1](self.dropout(x, key=last))

    def still(self, x, *, key):
        for layer in self.layers:
            x = self.dropout(x, key=key, inference=True)
            x = self.norm(layer(x), key=key)
        return x


def noisy(x, y, key):
    noise = dist.Normal(0.0, 1.0)
    first, second = jax.random.split(key)
    return x + noise.sample(first, x.shape), y + noise.sample(second, y.shape)
