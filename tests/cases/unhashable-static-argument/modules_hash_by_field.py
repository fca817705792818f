from functools import partial

import flax.linen as nn
import jax
import jax.numpy as jnp


class Model(nn.Module):
    training: bool = False

    @nn.compact
    def __call__(self, x):
        return nn.Dense(3)(x)


@partial(jax.jit, static_argnums=(2,))
def train_step(params, x, model):
    return model.apply(params, x)


def train(params, xs):
    for epoch in range(3):
        model = Model(training=True)
        for x in xs:
            params = train_step(params, x, model)
            train_step(params, x, Model())
    return jnp.stack(xs)
