"""Nearest-neighbour search over an embedding table."""

import jax
import jax.numpy as jnp
import numpy as np

ITEMS = 120_000
DIM = 128
QUERIES = 64
BATCHES = 6

rng = np.random.default_rng(0)
TABLE = jnp.asarray(rng.standard_normal((ITEMS, DIM), dtype=np.float32))


def normalise(x):
    return x / jnp.linalg.norm(x, axis=-1, keepdims=True)


@jax.jit
def search_cosine(queries):
    scores = normalise(queries) @ TABLE.T
    return jax.lax.top_k(scores, 10)


@jax.jit
def lookup(ids):
    return TABLE[ids].mean(axis=1)


@jax.jit
def expand(queries, ids):
    centroid = TABLE[ids].mean(axis=1)
    return 0.7 * queries + 0.3 * centroid


def main():
    hits = 0
    scores_seen = []
    for _ in range(BATCHES):
        truth = rng.integers(0, ITEMS, size=(QUERIES, 1)).astype(np.int32)
        queries = lookup(truth) + 0.4 * rng.standard_normal((QUERIES, DIM), dtype=np.float32)
        _, first = search_cosine(queries)
        refined = expand(queries, first[:, :3])
        scores, ids = search_cosine(refined)
        hits = hits + jnp.sum(ids == truth)
        scores_seen.append(scores[:, 0].mean())
    print("recall@10 %.3f" % (int(hits) / (BATCHES * QUERIES)))
    print("mean top score %.3f" % float(jnp.stack(scores_seen).mean()))


if __name__ == "__main__":
    main()
