# not executed: there is no fix
"""Schedules and returns that a loop works out from the beginning for each length."""

import jax
import jax.numpy as jnp


def schedule(betas, steps):
    alphas = 1 - betas
    return jnp.array([jnp.prod(alphas[: i + 1]) for i in range(steps)])  # want: JOL221 "compiles a slice and a reduction"


def totals(rewards):
    out = []
    for t in range(len(rewards)):
        out.append(jnp.sum(rewards[:t], axis=0))  # want: JOL221 "up to `t`"
    return jnp.stack(out)


@jax.jit
def records(x):
    best = jnp.zeros(64)
    for i in range(64):
        best = best.at[i].set(jnp.max(x[0 : i + 1, :], axis=0).sum())  # want: JOL221 "is unrolled"
    return best
