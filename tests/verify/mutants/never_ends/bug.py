"""Rewrite with a bug: a while loop whose condition never turns false.

Caught by: timeout
"""

import jax


def f(x):
    state = jax.lax.while_loop(lambda s: s[0] < 10, lambda s: (s[0] * 1, s[1] + 1.0), (0, x))
    return state[1]
