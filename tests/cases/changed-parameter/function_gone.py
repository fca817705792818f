"""The function itself is missing: that it lost a parameter before says nothing."""

import jax


def mixed(key, cards):
    return jax.random.shuffle(key, cards, axis=0)
