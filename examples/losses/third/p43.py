"""Micro-benchmark of three ways to do a batched segment sum."""
import time
import numpy as np
import jax
import jax.numpy as jnp

ROWS, COLS, SEGMENTS = 24_000, 48, 96


def problem(seed=0):
    rng = np.random.default_rng(seed)
    seg = np.sort(rng.integers(0, SEGMENTS, ROWS)).astype(np.int32)
    val = rng.standard_normal((ROWS, COLS)).astype(np.float32)
    return jnp.asarray(val), jnp.asarray(seg)


@jax.jit
def by_scatter(val, seg):
    return jnp.zeros((SEGMENTS, COLS)).at[seg].add(val)


@jax.jit
def by_matmul(val, seg):
    return jax.nn.one_hot(seg, SEGMENTS, dtype=val.dtype).T @ val


@jax.jit
def by_cumsum(val, seg):
    total = jnp.concatenate([jnp.zeros((1, COLS)), jnp.cumsum(val, 0)])
    edge = jnp.searchsorted(seg, jnp.arange(SEGMENTS + 1))
    return total[edge[1:]] - total[edge[:-1]]


class Bench:
    def __init__(self, repeats):
        self.repeats = repeats

    def run(self, fn, *args):
        out = jax.block_until_ready(fn(*args))
        laps = []
        for _ in range(self.repeats):
            t0 = time.perf_counter()
            out = jax.block_until_ready(fn(*args))
            laps.append(time.perf_counter() - t0)
        return out, np.quantile(laps, [0.1, 0.5, 0.9]) * 1e3


def throughput(fn, n, *args):
    """Back-to-back launches, one wait."""
    t0 = time.perf_counter()
    for _ in range(n):
        out = fn(*args)
    jax.block_until_ready(out)
    return n / (time.perf_counter() - t0)


def main():
    val, seg = problem()
    bench = Bench(100)
    reference = None
    for fn in (by_scatter, by_matmul, by_cumsum):
        out, (lo, mid, hi) = bench.run(fn, val, seg)
        rate = throughput(fn, 100, val, seg)
        if reference is None:
            reference = out
        err = float(jnp.abs(out - reference).max())
        name = fn.__name__
        print(f"{name:12s} p10 {lo:7.3f}  p50 {mid:7.3f}  p90 {hi:7.3f} ms  {rate:8.1f}/s  err {err:.1e}")


if __name__ == "__main__":
    main()
