# not executed: the branch raises before it is rewritten
import jax


def relu(x):
    if x > 0:  # want: JOL105 "traced"
        return x
    return 0.0


def main(xs):
    return jax.vmap(relu)(xs)
