import jax
import jax.numpy as jnp
import numpy as np

KERNEL = np.hanning(9)
KERNEL = (KERNEL / KERNEL.sum()).astype(np.float32)


@jax.jit
def detrend(signal):
    trend = np.convolve(signal, KERNEL, mode="same")
    return signal - trend


@jax.jit
def power(signal):
    return jnp.abs(jnp.fft.rfft(signal)) ** 2


def main():
    t = jnp.linspace(0.0, 10.0, 2048)
    key = jax.random.key(0)
    raw = jnp.sin(12.0 * t) + 0.3 * t + 0.1 * jax.random.normal(key, t.shape)
    spec = power(detrend(raw))
    print("peak bin", jnp.argmax(spec))


if __name__ == "__main__":
    main()
