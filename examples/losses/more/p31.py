"""Choose between two ways of a weighted pairwise interaction, then run the faster one."""
import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def direct(x, w):
    """All pairs at once: [n, n] distances."""
    d2 = jnp.sum((x[:, None] - x[None]) ** 2, -1)
    return jnp.sum(w[None] * jnp.exp(-0.5 * d2), 1)


@jax.jit
def expanded(x, w):
    """Distances through the scalar product."""
    sq = jnp.sum(x * x, 1)
    d2 = sq[:, None] + sq[None] - 2.0 * x @ x.T
    return jnp.exp(-0.5 * jnp.maximum(d2, 0.0)) @ w


@jax.jit
def blocked(x, w):
    """Rows in blocks, in a sequential map."""
    blocks = x.reshape(-1, 100, x.shape[1])

    def rows(b):
        d2 = jnp.sum((b[:, None] - x[None]) ** 2, -1)
        return jnp.exp(-0.5 * d2) @ w

    return jax.lax.map(rows, blocks).reshape(-1)


def timed(fn, x, w, repeats):
    """Mean seconds of a call, without compiling."""
    fn(x, w).block_until_ready()
    start = time.perf_counter()
    for _ in range(repeats):
        out = fn(x, w)
    seconds = (time.perf_counter() - start) / repeats
    return seconds, out


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--points", type=int, default=3000)
    ap.add_argument("--features", type=int, default=16)
    ap.add_argument("--repeats", type=int, default=5)
    ap.add_argument("--rounds", type=int, default=15)
    args = ap.parse_args()

    rng = np.random.default_rng(0)
    x = jax.device_put(rng.standard_normal((args.points, args.features), dtype=np.float32))
    w = jax.device_put(rng.random(args.points, dtype=np.float32))
    candidates = {"direct": direct, "expanded": expanded, "blocked": blocked}
    results = {}
    for name, fn in candidates.items():
        seconds, out = timed(fn, x, w, args.repeats)
        results[name] = seconds
        print(f"{name:>9}: {1e3 * seconds:8.3f} ms, sum {float(jnp.sum(out)):.1f}")
    best = min(results, key=results.get)
    print("using", best)

    fn = candidates[best]

    @jax.jit
    def reweight(w, density):
        w = w / (density + 1e-3)
        return w / jnp.mean(w)

    for _ in range(args.rounds):
        w = reweight(w, fn(x, w))
    spread = np.asarray(w)
    print(f"weights {spread.min():.3f} .. {spread.max():.3f}")


if __name__ == "__main__":
    main()
