"""Compare the speed of two ways to smooth an image stack."""

import time

import jax
import jax.numpy as jnp
import numpy as np

STACK = 6
SIZE = 224
REPEATS = 10


def gaussian_kernel(radius, sigma):
    t = np.arange(-radius, radius + 1, dtype=np.float32)
    k = np.exp(-0.5 * (t / sigma) ** 2)
    return k / k.sum()


@jax.jit
def smooth_direct(images, kernel):
    k2 = jnp.outer(kernel, kernel)[None, None]
    return jax.lax.conv_general_dilated(images[:, None], k2, (1, 1), "SAME")[:, 0]


@jax.jit
def smooth_separable(images, kernel):
    rows = jax.lax.conv_general_dilated(images[:, None], kernel[None, None, :, None], (1, 1), "SAME")
    return jax.lax.conv_general_dilated(rows, kernel[None, None, None, :], (1, 1), "SAME")[:, 0]


def bench(fn, images, kernel):
    fn(images, kernel).block_until_ready()
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        out = fn(images, kernel)
        times.append(time.perf_counter() - start)
    return out, 1e3 * float(np.median(times))


def main():
    images = jax.random.normal(jax.random.PRNGKey(0), (STACK, SIZE, SIZE))
    kernel = jnp.asarray(gaussian_kernel(4, 1.5))
    direct, t_direct = bench(smooth_direct, images, kernel)
    separable, t_separable = bench(smooth_separable, images, kernel)
    print("largest difference %.2e" % float(jnp.abs(direct - separable).max()))
    print("direct    %.3f ms" % t_direct)
    print("separable %.3f ms" % t_separable)


if __name__ == "__main__":
    main()
