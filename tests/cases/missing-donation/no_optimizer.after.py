# not executed: only the findings are looked at
import jax
import jax.numpy as jnp
from functools import partial


@partial(jax.jit, donate_argnames="buffer")
def push(buffer, item, place):
    return buffer.at[place].set(item)


@partial(jax.jit, donate_argnames="cache")
def append_keys(cache, keys, place):
    return jax.lax.dynamic_update_slice(cache, keys, (0, place))


@partial(jax.jit, donate_argnames="grid")
def diffuse(grid):
    return grid + 0.1 * (jnp.roll(grid, 1) + jnp.roll(grid, -1) - 2 * grid)


@partial(jax.jit, donate_argnames="state")
def move(state, force):
    position, velocity = state
    velocity = velocity + 0.1 * force
    position = position + 0.1 * velocity
    return position, velocity


@partial(jax.jit, donate_argnames="memory")
def store(memory, item):
    rows = memory.rows.at[memory.place].set(item)
    return memory.replace(rows=rows, place=memory.place + 1)


def fill(items):
    buffer = jnp.zeros((100, 8))
    for place, item in enumerate(items):
        buffer = push(buffer, item, place)
    return buffer


def simulate(grid, forces, state):
    for force in forces:
        grid = diffuse(grid)
        state = move(state, force)
    return grid, state


def collect(memory, items):
    for item in items:
        memory = store(memory, item)
    return memory
