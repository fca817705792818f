"""Each turn makes a module, with parameters of its own."""

import functools

import flax.linen as nn
import jax
import jax.numpy as jnp


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        norm = functools.partial(nn.LayerNorm, use_bias=False)

        def per_channel(v: jax.Array):
            normed = [norm()(v[..., c]) for c in range(v.shape[-1])]
            return jnp.stack(normed, axis=-1)

        return per_channel(x)
