"""What the turns of loops hand out, whatever is made of it."""

import jax
import jax.numpy as jnp


@jax.jit
def step(state, x):
    return state + x


def helped(x):
    return jnp.tanh(x) * 2.0


def several(state, xs):
    for x in xs:  # fact: looped_work 3 over objects, 1 compiled, carries
        state = helped(step(state, x))
    return state


def over_rows(n):
    xs = jnp.ones((n, 3))
    out = []
    for x in xs:  # fact: looped_work 3 over rows, gathers
        out.append(helped(x))
    return [helped(y) for y in out]  # fact: looped_work 2 over rows


def counted(x):
    for _ in range(20):  # fact: looped_work 2 over numbers, 20 turns, carries
        x = helped(x)
    return x


def written(n):
    out = jnp.zeros(n)
    for j in range(2, n):  # fact: looped_work 5 over numbers, carries, gathers
        out = out.at[j].set(2.0 * out[j - 1] + out[j - 2])
    return out


def filled(n):
    out = jnp.zeros(n)
    for j in range(n):  # fact: looped_work 2 over numbers, gathers
        out = out.at[j].set(jnp.sin(j))
    return out
