import argparse

import jax
import jax.numpy as jnp


def smooth(signal, kernel):
    return jnp.convolve(signal, kernel, mode="same")


@jax.jit
def features(signal):
    kernel = jnp.ones((5,)) / 5.0
    s = smooth(signal, kernel)
    return jnp.array([s.mean(), s.std(), s.max(), s.min()])


def featurize(batch):
    rows = []
    for i in range(batch.shape[0]):
        rows.append(features(batch[i]))
    return jnp.stack(rows)


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--seed", type=int, default=0)
    p.add_argument("--repeats", type=int, default=20)
    return p.parse_args()


def main():
    args = parse_args()
    key = jax.random.key(args.seed)
    total = jnp.zeros((4,))
    for r in range(args.repeats):
        batch = jax.random.normal(jax.random.fold_in(key, r), (1024, 256))
        total += featurize(batch).mean(axis=0)
    print(total / args.repeats)


if __name__ == "__main__":
    main()
