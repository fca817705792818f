import jax.numpy as jnp
import numpy as np


def build_gram(features, n=10_000, block=50):
    gram = jnp.zeros((n, n), jnp.float32)
    feats = jnp.asarray(features)
    for i in range(0, n, block):
        rows = feats[i : i + block] @ feats.T
        gram = gram.at[i : i + block, :].set(rows)
    return gram


if __name__ == "__main__":
    f = np.random.default_rng(0).normal(size=(10_000, 256)).astype(np.float32)
    print(build_gram(f).trace())
