"""Lifted transforms, functions without layers, layers that have their parameters, other modules."""

import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp


class Reader(nn.Module):
    @nn.compact
    def __call__(self, carry, rows):
        scan = nn.scan(
            nn.GRUCell,
            variable_broadcast="params",
            split_rngs={"params": False},
            in_axes=1,
            out_axes=1,
        )
        return scan(features=8)(carry, rows)


class Plain(nn.Module):
    @nn.compact
    def __call__(self, x):
        w = self.param("w", nn.initializers.ones, (4,))
        out, _ = jax.lax.scan(lambda c, row: (c + row * w, None), jnp.zeros(4), x)
        return jax.vmap(lambda row: row * w)(x), out


class Early(nn.Module):
    @nn.compact
    def __call__(self, x):
        layer = nn.Dense(4)
        first = layer(x)
        return jax.lax.fori_loop(0, 3, lambda i, v: layer(v), first)


class Applied(nn.Module):
    def setup(self):
        self.block = nn.Dense(4)

    def __call__(self, x):
        inner = nn.Dense(4, parent=None)
        return jax.lax.map(lambda row: jnp.tanh(row), self.block(x))


class Free(eqx.Module):
    cell: eqx.nn.GRUCell

    def __call__(self, carry, rows):
        return jax.lax.scan(lambda c, row: (self.cell(row, c), None), carry, rows)
