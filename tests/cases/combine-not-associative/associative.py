"""Functions that are associative, for numbers or for masks, and some of which nobody can say."""

import jax
import jax.numpy as jnp


def linear(left, right):
    a1, b1 = left
    a2, b2 = right
    return a2 * a1, a2 * b1 + b2


def with_resets(left, right):
    value, reset = left
    other, other_reset = right
    return value * (1.0 - other_reset) + other, jnp.maximum(reset, other_reset)


def chosen(left, right):
    value, reset = left
    other, other_reset = right
    return jnp.where(other_reset, other, value + other), reset | other_reset


def moments(left, right):
    n1, m1 = left
    n2, m2 = right
    return n1 + n2, (n1 * m1 + n2 * m2) / (n1 + n2)


def kalman(left, right):
    a1, b1, c1 = left
    a2, b2, c2 = right
    gain = a2 / (1.0 + c1)
    return gain @ a1, gain * b1 + b2, c2 + c1


def rotated(a, b):
    return (a + b) % 6.28


def main(xs, factors, masks, matrices):
    sums = jax.lax.associative_scan(jnp.add, xs)
    most = jax.lax.associative_scan(jnp.maximum, xs)
    both = jax.lax.associative_scan(lambda a, b: a + b + a * b, xs)
    states = jax.lax.associative_scan(linear, (factors, xs))
    parts = jax.lax.associative_scan(with_resets, (xs, masks))
    others = jax.lax.associative_scan(chosen, (xs, masks))
    means = jax.lax.associative_scan(moments, (factors, xs))
    products = jax.lax.associative_scan(lambda a, b: b @ a, matrices)
    angles = jax.lax.associative_scan(rotated, xs)
    logs = jax.lax.associative_scan(jnp.logaddexp, xs)
    return sums, most, both, states, parts, others, means, products, angles, logs, kalman
