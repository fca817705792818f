# not executed: nothing is rewritten
import jax
import jax.numpy as jnp

DECAY = 0.95


def average(prev, new, decay=0.9):
    """A moving average."""
    return decay * prev + (1.0 - decay) * new


def discounted(left, right):
    return right + DECAY * left


def pair(left, right):
    a1, b1 = left
    a2, b2 = right
    return a1 * a2, a1 * b1 + b2


def main(xs, factors, rate):
    smooth = jax.lax.associative_scan(average, xs)  # want: JOL240 (warning) "`average` is not associative"
    returns = jax.lax.associative_scan(discounted, xs, reverse=True)  # want: JOL240 "not what a loop gives"
    steps = jax.lax.associative_scan(lambda a, b: b - a, xs)  # want: JOL240 "the function is not"
    states = jax.lax.associative_scan(jax.vmap(pair), (factors, xs))  # want: JOL240 "`pair`"
    rated = jax.lax.associative_scan(lambda a, b: rate * a + b, xs)  # want: JOL240 (info)
    means = jax.lax.associative_scan(lambda a, b: jnp.add(a, b) / 2, xs)  # want: JOL240
    return smooth, returns, steps, states, rated, means
