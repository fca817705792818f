"""Mapped over arrays in one place, called on plain numbers in another."""

import jax


def relu(x):
    if x > 0:
        return x
    return 0.0


def mapped(xs):
    return jax.vmap(relu)(xs)


def one():
    return relu(3.0)


def weighted(x, weight):
    if weight > 0:
        return x * weight
    return x


def main(xs):
    return jax.vmap(weighted, in_axes=(0, None))(xs, 2.0)
