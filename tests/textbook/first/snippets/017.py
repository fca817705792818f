import jax
import jax.numpy as jnp


@jax.jit
def in_band(x, lo, hi, masked):
    keep = (x > lo) and (x < hi) and not masked
    return jnp.where(keep, x, 0.0)


def band_energy(spectrum, freqs, bands):
    total = []
    for lo, hi in bands:
        gated = in_band(freqs, lo, hi, spectrum < 1e-9)
        total.append(jnp.sum(jnp.where(gated > 0, spectrum, 0.0)))
    return jnp.stack(total)


if __name__ == "__main__":
    f = jnp.linspace(0.0, 100.0, 512)
    print(band_energy(jnp.ones(512), f, [(0.5, 4.0), (4.0, 8.0)]))
