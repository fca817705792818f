"""Sound rewrite: a mean becomes an integer division."""


def f(x):
    return x.mean()
