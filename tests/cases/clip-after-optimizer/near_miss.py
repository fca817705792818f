"""Clipping in front, between, in both places, and in an order that is not known."""

import optax
from helpers import preconditioner


def usual(rate):
    return optax.chain(optax.clip_by_global_norm(1.0), optax.adam(rate))


def between(rate):
    # What Adam has normalized is bounded before it is scaled.
    return optax.chain(optax.scale_by_adam(), optax.clip(1.0), optax.scale(-rate))


def both(rate):
    return optax.chain(optax.clip(1.0), optax.adam(rate), optax.clip_by_global_norm(0.01))


def blocks(rate):
    return optax.chain(optax.adafactor(rate), optax.clip_by_block_rms(1.0))


def unknown(rate, parts):
    first = optax.chain(*parts, optax.adam(rate), optax.clip(1.0))
    second = optax.chain(preconditioner(), optax.adam(rate), optax.clip(1.0))
    third = optax.chain(parts[0], optax.clip(1.0))
    return first, second, third


def scaled(factor):
    # Multiplies gradients, as for a mean over several steps.
    return optax.chain(optax.scale(1 / factor), optax.clip(1.0), optax.sgd(0.1))


def ascent(rate):
    return optax.chain(optax.scale(-1.0), optax.clip_by_global_norm(1.0), optax.adam(rate))


def clipped_inside(rate):
    first = optax.chain(optax.clip_by_global_norm(1.0), optax.add_decayed_weights(1e-4))
    return optax.chain(first, optax.adam(rate), optax.clip(0.1))


def for_one_of_them(rate):
    hyper = optax.inject_hyperparams(optax.clip)(max_delta=1.0)
    return optax.chain(hyper, optax.sgd(rate), optax.clip(1.0))


def zeroed_first(rate):
    return optax.chain(optax.zero_nans(), optax.adam(rate))


def part_of_a_chain(rate):
    cleaned = optax.chain(optax.clip_by_global_norm(1.0), optax.zero_nans())
    return optax.chain(cleaned, optax.adam(rate))


def handed_on(first):
    return optax.chain(first, optax.zero_nans())
