import jax.random


def run(x):
    low = jax.nn.log_sigmoid(
        x,  # the margin
    )
    return jax.nn.log_softmax(x), low


def inputs(key):
    return (jax.random.normal(key, (4,)),)
