"""Compare the speed of two ways to smooth an image stack."""

import time

import jax
import jax.numpy as jnp
import numpy as np

STACK, SIZE, REPEATS = 4, 192, 6


def gaussian_kernel(radius, sigma):
    t = np.arange(-radius, radius + 1, dtype=np.float32)
    k = np.exp(-0.5 * (t / sigma) ** 2)
    return k / k.sum()


@jax.jit
def smooth_direct(images, kernel):
    k2 = jnp.outer(kernel, kernel)[None, None]
    return jax.lax.conv_general_dilated(images[:, None], k2, (1, 1), "SAME")[:, 0]


@jax.jit
def smooth_shifts(images, kernel):
    radius = kernel.shape[0] // 2
    for axis in (1, 2):
        pad = [(0, 0)] * 3
        pad[axis] = (radius, radius)
        padded = jnp.pad(images, pad)
        images = sum(
            kernel[i] * jax.lax.slice_in_dim(padded, i, i + images.shape[axis], axis=axis)
            for i in range(kernel.shape[0])
        )
    return images


def bench(fn, *args):
    out = jax.block_until_ready(fn(*args))
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        out = jax.block_until_ready(fn(*args))
        times.append(time.perf_counter() - start)
    return out, 1e3 * float(np.median(times))


def main():
    images = jax.random.normal(jax.random.PRNGKey(0), (STACK, SIZE, SIZE))
    kernel = jnp.asarray(gaussian_kernel(4, 1.5))
    direct, t_direct = bench(smooth_direct, images, kernel)
    shifts, t_shifts = bench(smooth_shifts, images, kernel)
    print("largest difference %.2e" % float(jnp.abs(direct - shifts).max()))
    print("direct %.2f ms, shifts %.2f ms" % (t_direct, t_shifts))


if __name__ == "__main__":
    main()
