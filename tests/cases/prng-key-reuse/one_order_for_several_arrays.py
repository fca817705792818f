"""One key gives one order, or one choice, for the rows of arrays that belong together."""
import jax
import jax.numpy as jnp
from jax import random


def shuffled(key, images, labels):
    n = images.shape[0]
    return images[random.permutation(key, n)], labels[random.permutation(key, n)]


def stored_one_by_one(key, images, labels, n):
    images = images[jax.random.permutation(key, n)]
    labels = labels[jax.random.permutation(key, n)]
    return images, labels


def by_names(key, images, labels, n):
    order = random.permutation(key, n)
    images = images[order]
    again = random.permutation(key, n)
    labels = labels[again]
    return images, labels


def one_name_for_both(key, images, labels, n):
    order = random.permutation(key, n)
    images = images[order]
    order = random.permutation(key, n)
    labels = labels[order]
    return images, labels


def taken(key, table, ids, n):
    rows = jnp.take(table, random.choice(key, 64, (n,)), axis=0)
    return rows, jnp.take(ids, random.choice(key, 64, (n,)))


def columns(key, a, b, n):
    return a[:, random.permutation(key, n)], b[:, random.permutation(key, n)]


def of_a_batch(key, batch, n):
    return {
        "x": batch["x"][random.permutation(key, n)],
        "y": batch["y"][random.permutation(key, n)],
    }
