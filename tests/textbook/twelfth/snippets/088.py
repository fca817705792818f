"""Mini-batch k-means."""
import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def assign_and_update(centres, counts, batch):
    d = jnp.sum((batch[:, None, :] - centres[None]) ** 2, axis=-1)
    one_hot = jax.nn.one_hot(jnp.argmin(d, axis=1), centres.shape[0])
    sizes = one_hot.sum(axis=0)
    counts = counts + sizes
    step = (one_hot.T @ batch - sizes[:, None] * centres) / jnp.maximum(counts, 1)[:, None]
    return centres + step, counts


def minibatches(data, batch_size, rng):
    order = rng.permutation(len(data))
    for start in range(0, len(order) - batch_size + 1, batch_size):
        yield data[order[start : start + batch_size]]


def main():
    rng = np.random.default_rng(0)
    true = rng.normal(scale=5.0, size=(4, 2))
    data = (true[rng.integers(0, 4, 5000)] + rng.normal(size=(5000, 2))).astype(np.float32)
    centres = jnp.asarray(data[:4])
    counts = jnp.zeros((4,))
    for _ in range(5):
        for batch in minibatches(data, 256, rng):
            centres, counts = assign_and_update(centres, counts, batch)
    print(centres)


if __name__ == "__main__":
    main()
