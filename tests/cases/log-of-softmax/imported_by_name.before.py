import jax.random
from jax.nn import sigmoid, softmax
from jax.numpy import log


def run(x):
    low = log(sigmoid(  # want: JOL505
        x,  # the margin
    ))
    return log(softmax(x)), low  # want: JOL505


def inputs(key):
    return (jax.random.normal(key, (4,)),)
