# not executed: only the severity is looked at
from functools import partial

import jax


@partial(jax.jit, static_argnums=0)
def rollout(i, params, x):
    return params * x + i


def each_task(networks, envs, params, x):
    for i in range(100):
        first = networks[i].init(x)
        params = rollout(i, params + first, x)  # want: JOL107 (info)
    return params


def each_row(table, params, x):
    for i in range(100):
        scale = table[i].sum()
        params = rollout(i, params * scale, x)  # want: JOL107 (warning)
    return params
