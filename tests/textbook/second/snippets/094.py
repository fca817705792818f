import jax
import jax.numpy as jnp
from jax import random


def epoch_order(key, n, batch):
    order = random.shuffle(key, jnp.arange(n))
    return order[: (n // batch) * batch].reshape(-1, batch)


@jax.jit
def centroid(x):
    return x.mean(axis=0)


def run(seed, data, epochs=3, batch=128):
    key = random.key(seed)
    out = []
    for _ in range(epochs):
        key, sub = random.split(key)
        for idx in epoch_order(sub, data.shape[0], batch):
            out.append(centroid(data[idx]))
    return jnp.stack(out)
