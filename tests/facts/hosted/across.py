"""Functions that the programs of a project run as they are, or do not."""

import jax


def train(state):  # fact: hosted run at main.py:25, through `main`
    return update(state)


def update(state):  # fact: hosted run at main.py:25, through `main`
    def inner(x):
        return helper(x)

    return jax.jit(inner)(state)


def helper(x):
    return x


@jax.jit
def compiled(x):
    return below(x)


def below(x):
    return x


def debug(x):
    return x


class Loop:
    def __init__(self, size):  # fact: hosted run at main.py:25, through `main`
        self.size = size

    def run(self):  # fact: hosted run at main.py:25, through `main`
        return self.turn()

    def turn(self):  # fact: hosted run at main.py:25, through `main`
        return self.size

    def show(self):
        return self.size


def shown(x):
    return x


if __name__ == "__main__":
    shown(1)
