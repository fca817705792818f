"""Score documents with a frozen encoder whose weights come from a checkpoint."""

import os
import tempfile

import jax
import jax.numpy as jnp
import numpy as np

VOCAB = 30_000
DIM = 256
LAYERS = 4
BATCH = 64
LENGTH = 32


def write_checkpoint(path, seed=0):
    rng = np.random.default_rng(seed)
    weights = {"embed": rng.standard_normal((VOCAB, DIM), dtype=np.float32) * 0.05}
    for i in range(LAYERS):
        weights[f"w{i}"] = rng.standard_normal((DIM, DIM), dtype=np.float32) / np.float32(DIM**0.5)
        weights[f"b{i}"] = np.zeros(DIM, dtype=np.float32)
    weights["head"] = rng.standard_normal((DIM, 2), dtype=np.float32) * 0.2
    np.savez(path, **weights)


def load_checkpoint(path):
    with np.load(path) as archive:
        return {name: archive[name] for name in archive.files}


@jax.jit
def encode(weights, tokens):
    h = weights["embed"][tokens].mean(axis=1)
    for i in range(LAYERS):
        h = h + jax.nn.gelu(h @ weights[f"w{i}"] + weights[f"b{i}"])
    return jax.nn.softmax(h @ weights["head"])[:, 1]


class Scorer:
    def __init__(self, path):
        self.weights = load_checkpoint(path)
        self.scores = []

    def score(self, tokens):
        return encode(self.weights, tokens)

    def run(self, documents):
        for start in range(0, len(documents), BATCH):
            self.scores.append(self.score(documents[start : start + BATCH]))
        return np.asarray(jnp.concatenate(self.scores))


def main():
    path = os.path.join(tempfile.mkdtemp(), "encoder.npz")
    write_checkpoint(path)
    documents = np.random.default_rng(5).integers(0, VOCAB, size=(200 * BATCH, LENGTH)).astype(np.int32)
    scores = Scorer(path).run(documents)
    print("documents", len(scores), "mean score %.4f" % scores.mean(), "top %.4f" % scores.max())
    os.remove(path)


if __name__ == "__main__":
    main()
