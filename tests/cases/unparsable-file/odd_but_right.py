
# A form feed, a backslash, nested quotes and a soft keyword as a name: odd, and all of it Python.

import jax.numpy as jnp

match = {"case": [1, 2]}


def total(*, type=1, _=jnp.ones(3)): return sum(v for v in match["case"]) \
    + type + _.sum()


print(f"{match['case']!r:>{len('ab')}}")
