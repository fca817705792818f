import timeit

import jax
import jax.numpy as jnp


@jax.jit
def pairwise(x):
    sq = jnp.sum(x * x, axis=1)
    return sq[:, None] + sq[None, :] - 2 * x @ x.T


def main():
    x = jax.device_put(jax.random.normal(jax.random.key(0), (2048, 64)))
    cold = timeit.timeit(lambda: jax.block_until_ready(pairwise(x)), number=1)
    warm = timeit.timeit(lambda: pairwise(x).block_until_ready(), number=20) / 20
    print(f"compile+run {cold:.3f}s, run {warm:.5f}s")


if __name__ == "__main__":
    main()
