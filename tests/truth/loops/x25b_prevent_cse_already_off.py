"""The barriers are off already."""

import haiku as hk
import jax
import jax.numpy as jnp


def make(block):
    def transformer(x, mask):
        return hk.remat(block, prevent_cse=False)(x, mask)

    init, apply = hk.transform(transformer)

    def train(params, x, mask):
        def one(x, layer):
            return apply(layer, None, x, mask), None

        def loss(params):
            return jnp.mean(jax.lax.scan(one, x, xs=params)[0])

        return jax.grad(loss)(params)

    return jax.jit(train)
