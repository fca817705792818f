"""Sound rewrite: a line on standard error is lost."""

import sys


def f(x):
    sys.stderr.write(f"rows {x.shape[0]}\n")
    return x + x
