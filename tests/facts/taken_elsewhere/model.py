import jax


def loss(w):  # fact: taken_elsewhere loss
    return w * w


def helper(w):
    return w


RATE = 0.1  # fact: taken_elsewhere RATE
