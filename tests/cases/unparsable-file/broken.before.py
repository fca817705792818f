import jax


def loss(params, batch:  # want: JOL000
    return jax.numpy.mean(params * batch)
