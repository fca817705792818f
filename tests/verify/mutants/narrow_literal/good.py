"""Sound rewrite: a double constant is written as a float32 one."""


def f(x):
    return 0.1 * x
