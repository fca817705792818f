"""Rewrite with a bug: a buffer that callers still hold is donated.

Caught by: inputs alive
"""

import jax


@jax.jit(donate_argnums=0)
def f(state, update):
    return state + update
