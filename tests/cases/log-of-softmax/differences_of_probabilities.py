"""A sigmoid of what lies between -1 and 1 lies between 0.27 and 0.73."""

import flax.linen as nn
import jax
import jax.numpy as jnp


class Judge(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.sigmoid(nn.Dense(1)(x))[..., 0]


model = Judge()


def loss(params, chosen, rejected):
    better = model.apply({"params": params}, chosen)
    worse = model.apply({"params": params}, rejected)
    return -jnp.log(jax.nn.sigmoid(better - worse)).mean()


def step(params, chosen, rejected):
    grads = jax.grad(loss)(params, chosen, rejected)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def margin(logits, other):
    return jnp.log(jax.nn.sigmoid(2 * jnp.tanh(logits) - jax.nn.softmax(other)))
