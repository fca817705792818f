import jax


def inputs(key):
    return (jax.random.normal(key, (12,)),)


@jax.jit
def run(x):
    """Sums over windows of three."""
    return x[:-2] + x[1:-1] + x[2:]
