# not executed: it reads clocks
"""A clock that is started in each turn asks for the wait only where each turn shows its time."""

import time

import jax
import jax.numpy as jnp


@jax.jit
def train_step(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, loss


def summed(params, batches):
    losses, spent = [], 0.0
    for turn, batch in enumerate(batches):
        began = time.time()
        params, loss = train_step(params, batch)
        losses.append(float(loss))  # want: JOL402 (warning)
        took = time.time() - began
        if turn > 5:
            spent += took
        mean = spent / max(turn - 5, 1)
        if turn % 50 == 0:
            print(f"{losses[-1]:.3f}, {took * 1000:.0f} ms, {mean * 1000:.0f} ms")
    return params, losses, spent


def shown_each_turn(params, batches):
    losses = []
    for batch in batches:
        began = time.perf_counter()
        params, loss = train_step(params, batch)
        losses.append(float(loss))  # want: JOL402 (info)
        print(f"{time.perf_counter() - began:.3f} s")
    return params, losses


def collected_each_turn(params, batches):
    losses, times = [], []
    for batch in batches:
        began = time.perf_counter()
        params, loss = train_step(params, batch)
        losses.append(float(loss))  # want: JOL402 (info)
        took = round(time.perf_counter() - began, 3)
        times.append(took)
    return params, losses, times


class Watch:
    def kept_each_turn(self, params, batches):
        losses = []
        for batch in batches:
            began = time.monotonic()
            params, loss = train_step(params, batch)
            losses.append(float(loss))  # want: JOL402 (info)
            self.latest = time.monotonic() - began
        return params, losses


def waited_for_behind(params, batches):
    losses = []
    for batch in batches:
        began = time.perf_counter()
        params, loss = train_step(params, batch)
        took = time.perf_counter() - began
        losses.append(float(loss))  # want: JOL402 (info)
        print(f"{took:.3f} s, {losses[-1]:.3f}")
    return params, losses


def from_turn_to_turn(params, batches):
    losses, began = [], time.perf_counter()
    for batch in batches:
        params, loss = train_step(params, batch)
        now = time.perf_counter()
        took, began = now - began, now
        losses.append(float(loss))  # want: JOL402 (info)
        print(f"{took:.3f} s")
    return params, losses


def summed_in_a_list(params, batches):
    losses, times = [], []
    for turn, batch in enumerate(batches):
        began = time.perf_counter()
        params, loss = train_step(params, batch)
        losses.append(float(loss))  # want: JOL402 (warning)
        took = time.perf_counter() - began
        times.append(took)
        times = times[-100:]
        if turn % 50 == 0:
            print(f"{sum(times) / len(times):.3f} s, {losses[-1]:.3f}")
    return params, losses
