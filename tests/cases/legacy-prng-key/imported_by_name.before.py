from jax.random import PRNGKey, normal


def run(x):
    key = PRNGKey(1)  # want: JOL707
    return x + normal(key, x.shape)


def inputs(key):
    return (normal(key, (3,)),)
