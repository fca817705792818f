import jax
import jax.numpy as jnp


@jax.jit
def top_peaks(signal):
    inner = signal[1:-1]
    is_peak = (inner > signal[:-2]) & (inner > signal[2:])
    (idx,) = jnp.nonzero(is_peak, size=8, fill_value=-1)
    found = idx >= 0
    heights = jnp.where(found, inner[idx], 0.0)
    return jnp.where(found, idx + 1, -1), heights


t = jnp.linspace(0.0, 20.0, 500)
print(top_peaks(jnp.sin(t) * jnp.exp(-0.05 * t)))
