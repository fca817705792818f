"""Sound rewrite: calls are no longer counted in an attribute of the function."""


def f(x):
    f.calls = f.calls + 1
    return x + x


f.calls = 0
