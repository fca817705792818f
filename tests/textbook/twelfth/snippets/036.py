"""Sensitivity of two summary statistics to the pixels of an image."""
import jax
import jax.numpy as jnp

SIDE = 64


def statistics(pixels):
    img = pixels.reshape(SIDE, SIDE)
    spectrum = jnp.abs(jnp.fft.rfft2(img)) ** 2
    return jnp.array([jnp.log1p(spectrum).mean(), img.std()])


sensitivity = jax.jit(jax.jacfwd(statistics))


def main():
    pixels = jax.random.uniform(jax.random.key(0), (SIDE * SIDE,))
    for _ in range(100):
        jac = sensitivity(pixels)
        pixels = jnp.clip(pixels + 0.1 * jac[0] - 0.1 * jac[1], 0.0, 1.0)
    print(jac.shape, statistics(pixels))


if __name__ == "__main__":
    main()
