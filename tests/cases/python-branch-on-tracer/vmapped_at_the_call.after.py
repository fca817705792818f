# not executed: the branch raises before it is rewritten
import jax


def relu(x):
    return jax.numpy.where(x > 0, x, 0.0)


def main(xs):
    return jax.vmap(relu)(xs)
