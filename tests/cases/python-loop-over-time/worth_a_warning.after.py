# not executed: only the severity is looked at
"""Turns that a trace unrolls: warned of where one body could do for all of them."""

import time

import jax
import jax.numpy as jnp


def stirred(x, scale):
    return jnp.tanh(jnp.sin(x) * jnp.cos(scale * x) + jnp.exp(-x * x))


def mixed(x, scale):
    x = stirred(stirred(stirred(x, scale), scale), scale)
    return stirred(stirred(stirred(x, scale), scale), scale)


@jax.jit
def alike(levels, x):
    found = [x]
    for k in range(levels.shape[0]):
        if k > 0:  # what the first turn leaves out can stand behind the loop
            x = x + jnp.mean(x)
        x = mixed(x, levels[k])
        found.append(x * found[-1])
    return found[-1]


def ladder(size, x):
    rungs = [jnp.ones(())]
    for k in range(1, size):
        rungs.append(rungs[-1] * jnp.sum(mixed(x, k)) / k)
    return jnp.stack(rungs)


def growing(degree, x):
    # Each turn makes an array of another size.
    found = [jnp.ones(())]
    for size in range(2, degree):
        found.append(jnp.sum(ladder(size, x)) * mixed(found[-1], 2.0))
    return found[-1]


def chosen(degree, x):
    # Python chooses another formula on each turn.
    found = [x]
    for k in range(degree):
        order = 2 * k + 1
        if order % 3 == 1 and k > 4:
            found.append(mixed(found[-1], 2.0))
        else:
            found.append(jnp.sin(mixed(found[-1], 3.0)))
    return found[-1]


grown = jax.jit(growing, static_argnums=0)
picked = jax.jit(chosen, static_argnums=0)


@jax.jit
def of_all_agents(state, actions):
    def step(state, action):
        state = jnp.tanh(state * action + jnp.sin(state)) * jnp.cos(state)
        return state, None

    state, _ = jax.lax.scan(step, state, actions)
    return state


@jax.jit
def phase_of(now, ends):
    phase = jnp.int32(0)
    for p in range(1, ends.shape[0]):
        phase = jnp.where(now >= ends[p], p, phase)
    return phase


def update(w, b, x):
    error = jnp.tanh(w * x + b) - jnp.sin(x)
    slope, shift = jnp.mean(2 * error * x), jnp.mean(2 * error)
    return w - 0.01 * slope, b - 0.01 * shift


xs = jnp.linspace(0.0, 1.0, 100)
w, b = jnp.zeros(()), jnp.zeros(())
start = time.time()
for _ in range(5000):
    w, b = update(w, b, xs)
print("as it is:", time.time() - start)

compiled = jax.jit(update)
start = time.time()
for _ in range(5000):
    w, b = compiled(w, b, xs)
print("compiled:", time.time() - start)
