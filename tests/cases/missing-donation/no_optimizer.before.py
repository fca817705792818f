# not executed: only the findings are looked at
import jax
import jax.numpy as jnp


@jax.jit
def push(buffer, item, place):  # want: JOL301 (info) "new `buffer`"
    return buffer.at[place].set(item)


@jax.jit
def append_keys(cache, keys, place):  # want: JOL301 (info) "new `cache`"
    return jax.lax.dynamic_update_slice(cache, keys, (0, place))


@jax.jit
def diffuse(grid):  # want: JOL301 (info) "new `grid`"
    return grid + 0.1 * (jnp.roll(grid, 1) + jnp.roll(grid, -1) - 2 * grid)


@jax.jit
def move(state, force):  # want: JOL301 (info) "new `state`"
    position, velocity = state
    velocity = velocity + 0.1 * force
    position = position + 0.1 * velocity
    return position, velocity


@jax.jit
def store(memory, item):  # want: JOL301 (info) "new `memory`"
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
