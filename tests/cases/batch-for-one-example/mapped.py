"""Layers that are mapped, single examples, and arrays of which nothing is known."""

import equinox as eqx
import jax
import jax.numpy as jnp


@eqx.filter_value_and_grad
def loss(model, x):
    return jnp.mean(jax.vmap(model)(x) ** 2)


def error(model, x):
    return jnp.mean(model(x) ** 2)


def main(key, rows):
    model = eqx.nn.MLP(2, 1, 8, 2, key=key)
    number = eqx.nn.MLP("scalar", "scalar", 8, 2, key=key)
    x = jnp.ones((64, 2))
    one = model(jnp.ones(2)), model(x[0]), model(rows), number(jnp.float32(1))
    errors = jax.vmap(error, in_axes=(None, 0))(model, x)
    mapped = jax.vmap(model)
    return loss(model, x), one, errors, mapped(x)
