"""Compare two formulations of a batched Mahalanobis distance."""
import time

import jax
import jax.numpy as jnp

BATCH, DIM, REPEATS = 8192, 256, 50


@jax.jit
def with_solve(x, cov):
    return jnp.sum(x * jnp.linalg.solve(cov, x.T).T, axis=-1)


@jax.jit
def with_cholesky(x, cov):
    factor = jnp.linalg.cholesky(cov)
    z = jax.scipy.linalg.solve_triangular(factor, x.T, lower=True)
    return jnp.sum(z**2, axis=0)


def seconds_per_call(fn, *args):
    jax.block_until_ready(fn(*args))
    start = time.perf_counter()
    for _ in range(REPEATS):
        out = fn(*args)
    jax.block_until_ready(out)
    return (time.perf_counter() - start) / REPEATS


if __name__ == "__main__":
    kx, kc = jax.random.split(jax.random.key(0))
    x = jax.random.normal(kx, (BATCH, DIM))
    samples = jax.random.normal(kc, (4 * DIM, DIM))
    cov = samples.T @ samples / (4 * DIM)
    for fn in (with_solve, with_cholesky):
        print(f"{fn.__name__}: {1e3 * seconds_per_call(fn, x, cov):.3f} ms")
