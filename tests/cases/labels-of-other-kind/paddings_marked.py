"""Paddings that are 1 where a row is over, and what is not known."""

import jax.numpy as jnp
import optax


def mask(lengths, most, inverted):
    if inverted:
        return jnp.arange(most) >= lengths[:, None]
    return jnp.arange(most) < lengths[:, None]


def loss(logits, frames, labels, sizes, given):
    places = jnp.arange(logits.shape[1])
    over = (places >= frames[:, None]).astype(jnp.float32)
    here = places < frames[:, None]
    first = optax.ctc_loss(logits, over, labels, given)
    second = optax.ctc_loss(logits, 1.0 - here, labels, jnp.zeros_like(labels))
    third = optax.ctc_loss(logits, jnp.where(here, 0.0, 1.0), labels, labels < 0)
    return first + second + third + optax.ctc_loss(logits, ~here, labels, mask(sizes, 8, True))
