"""Rows that belong together are shuffled and picked with one key on purpose."""
import jax
from jax import random


def batch(key, x, y, n):
    x = random.permutation(key, x)
    y = random.permutation(key, y)
    return x, y


def pick(key, x, y, n):
    return random.choice(key, x.shape[0], (n,)), random.choice(key, y.shape[0], (n,))


def points(k, pos, vel):
    return random.choice(k, pos), random.choice(k, vel)


def episodes(key, data, n):
    i = random.randint(key, (n,), 0, data["x"].shape[0])
    j = random.randint(key, (n,), 0, data["y"].shape[0])
    return data["x"][i], data["y"][j]


def every_leaf_alike(key, tree):
    return jax.tree.map(lambda leaf: random.permutation(key, leaf), tree)


def one_coin_for_all_leaves(key, a, b):
    return jax.tree.map(lambda x, y: jax.lax.select(random.bernoulli(key), x, y), a, b)


def other_rows(key, x, y, n):
    i = random.randint(key, (n,), 0, x.shape[0])
    j = random.randint(key, (n,), 0, y.shape[0])
    return x[i], y[j]


def shuffled_in_batches(leaf, key, size):
    _, order = random.split(key)
    leaf = random.permutation(order, leaf, axis=0)
    return leaf.reshape(-1, size, *leaf.shape[1:])


def every_leaf_in_batches(tree, key):
    return jax.tree_util.tree_map(lambda leaf: shuffled_in_batches(leaf, key, 8), tree)


def loss_beside_gradient(params, key, x):
    def noisy_loss(params, key):
        return jnp.sum((x @ params + jax.random.normal(key, x.shape[:1])) ** 2)

    loss = noisy_loss(params, key)
    gradient = jax.grad(noisy_loss)
    return loss, gradient(params, key)
