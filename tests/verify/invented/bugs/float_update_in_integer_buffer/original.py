import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (9,)),)


def run(samples):
    """Averages of neighbouring samples, the first one kept."""
    out = [samples[0] * 1.0]
    for i in range(1, samples.shape[0]):
        out.append(0.5 * (samples[i - 1] + samples[i]))
    return jnp.stack(out)
