import jax
import jax.numpy as jnp

MAX_PEAKS = 16


@jax.jit
def find_peaks(signal, height):
    left = jnp.concatenate([jnp.array([jnp.inf]), signal[:-1]])
    right = jnp.concatenate([signal[1:], jnp.array([jnp.inf])])
    is_peak = (signal > left) & (signal >= right) & (signal > height)
    (idx,) = jnp.nonzero(is_peak, size=MAX_PEAKS, fill_value=-1)
    valid = idx >= 0
    heights = jnp.where(valid, signal[jnp.where(valid, idx, 0)], 0.0)
    mean = heights.sum() / jnp.maximum(valid.sum(), 1)
    return idx, mean


def main():
    t = jnp.linspace(0.0, 20.0, 1000)
    noise = 0.01 * jax.random.normal(jax.random.key(0), t.shape)
    idx, mean = find_peaks(jnp.sin(3.0 * t) * jnp.exp(-0.1 * t) + noise, 0.2)
    print(idx, mean)


if __name__ == "__main__":
    main()
