import math
from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("step", "scale"))
def update(params, grads, step, scale=1.0):
    return params - scale / (1 + step) * grads


def by_enumerate(params, batches):
    for step, grads in enumerate(batches):
        params = update(params, grads, step)  # want: JOL107 "the static parameter `step` gets a new value on every iteration, from `step`: `update`"
    return params


def by_range(params, grads, n):
    for i in range(n):
        params = update(params, grads, step=i + 1)  # want: JOL107
    return params


def by_epoch(params, batches, n):
    for epoch in range(n):
        for grads in batches:
            params = update(params, grads, epoch)  # want: JOL107
    return params


def computed(params, batches, base):
    for i, grads in enumerate(batches):
        rate = base / (1 + i)
        params = update(params, grads, 0, scale=rate)  # want: JOL107 "`scale`"
    return params


def counted(params, grads):
    t = 0
    while jnp.linalg.norm(params) > 1.0:
        params = update(params, grads, t)  # want: JOL107
        t += 1
    return params


def comprehension(params, grads, n):
    return [update(params, grads, i) for i in range(n)]  # want: JOL107


@eqx.filter_jit
def free(table, slot: int):
    return table.at[slot].set(-1)


def free_all(table, slots):
    for slot in range(slots):
        table = free(table, slot)  # want: JOL107 "`slot`"
    return table


class Trainer:
    def __init__(self, params):
        self.params = params
        self.step = 0
        self._update = jax.jit(lambda p, g, n: p - g / n, static_argnums=2)

    def train(self, grads):
        self.step += 1
        self.params = self._update(self.params, grads, self.step)  # want: JOL107 "on every call, from `self.step`"


def cosine(step, total, peak=0.3):
    angle = math.pi * step / total
    return 0.5 * peak * (1 + math.cos(angle))


def warm_then_decayed(step, warmup, peak):
    if step < warmup:
        return peak * step / warmup
    return peak / math.sqrt(step - warmup + 1)


def by_schedule(params, batches, total):
    for step, grads in enumerate(batches):
        params = update(params, grads, 0, scale=cosine(step, total))  # want: JOL107 "`scale` gets a new value on every iteration, from `step`"
    return params


def by_schedule_of_a_name(params, grads, steps):
    for i in range(steps):
        rate = warm_then_decayed(i, 100, peak=0.1)
        params = update(params, grads, 0, scale=rate)  # want: JOL107
    return params


class Decay:
    def __init__(self, base):
        self.base = base

    def rate(self, epoch):
        return self.base * math.exp(-0.1 * epoch)

    def train(self, params, batches, epochs):
        for epoch in range(epochs):
            for grads in batches:
                params = update(params, grads, 0, self.rate(epoch))  # want: JOL107
        return params


def annealed(x, batches):
    for i, _ in zip(range(10_000), batches):
        beta = min(1.0, i / 1000)
        x = update(x, x, beta)  # want: JOL107
    return x


def decayed(rate, step):
    shrunk = 1.0 + 0.1 * step
    return jnp.where(step > 10, rate / shrunk, rate)


@partial(jax.jit, static_argnums=2)
def descend(params, grads, step):
    return params - decayed(0.1, step) * grads


def by_helper(params, grads, n):
    for step in range(n):
        params = descend(params, grads, step)  # want: JOL107
    return params
