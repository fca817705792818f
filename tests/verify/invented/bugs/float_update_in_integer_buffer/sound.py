import jax


def inputs(key):
    return (jax.random.normal(key, (9,)),)


@jax.jit
def run(samples):
    """Averages of neighbouring samples, the first one kept."""
    out = samples * 1.0
    return out.at[1:].set(0.5 * (samples[:-1] + samples[1:]))
