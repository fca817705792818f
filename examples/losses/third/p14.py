"""k-nearest-neighbour classification of spectra with a confusion table."""
import argparse
from collections import Counter
from functools import partial

import numpy as np
import jax
import jax.numpy as jnp

CLASSES = 6


def make_spectra(n, rng):
    grid = np.linspace(0, 1, 200)
    labels = rng.integers(0, CLASSES, n)
    centres = 0.15 + 0.13 * labels + 0.05 * rng.standard_normal(n)
    peak = np.exp(-((grid - centres[:, None]) / 0.04) ** 2)
    return (peak + 0.3 * rng.standard_normal((n, 200))).astype(np.float32), labels.astype(np.int32)


@partial(jax.jit, static_argnames="k")
def knn_predict(train_x, train_y, queries, k):
    d = (queries ** 2).sum(1)[:, None] - 2 * queries @ train_x.T + (train_x ** 2).sum(1)
    _, idx = jax.lax.top_k(-d, k)
    votes = jax.nn.one_hot(train_y[idx], CLASSES).sum(1)
    return jnp.argmax(votes, -1), votes.max(-1) / k


def tabulate(truth, pred, conf, table, low):
    for i in range(len(truth)):
        table[truth[i], int(pred[i])] += 1
        if conf[i] < 0.5:
            low[int(truth[i])] += 1


def report(table):
    acc = np.trace(table) / table.sum()
    print(f"accuracy {acc:.4f} on {table.sum()} spectra")
    for c in range(CLASSES):
        row = " ".join(f"{v:5d}" for v in table[c])
        print(f"class {c}: {row}")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--train", type=int, default=3000)
    ap.add_argument("--test", type=int, default=12288)
    ap.add_argument("--batch", type=int, default=512)
    ap.add_argument("-k", type=int, default=9)
    args = ap.parse_args()

    rng = np.random.default_rng(42)
    train_x, train_y = map(jnp.asarray, make_spectra(args.train, rng))
    test_x, test_y = make_spectra(args.test, rng)

    table = np.zeros((CLASSES, CLASSES), int)
    low = Counter()
    for s in range(0, args.test, args.batch):
        pred, conf = knn_predict(train_x, train_y, test_x[s:s + args.batch], args.k)
        tabulate(test_y[s:s + args.batch], pred, conf, table, low)
    report(table)
    print("low-confidence:", dict(sorted(low.items())))


if __name__ == "__main__":
    main()
