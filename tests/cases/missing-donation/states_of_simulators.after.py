# not executed: only the findings are looked at
from typing import NamedTuple
from functools import partial

import jax
import jax.numpy as jnp


class Flow(NamedTuple):
    height: jax.Array
    velocity: jax.Array
    time: float


@partial(jax.jit, donate_argnames="flow")
def advance(flow: Flow, dt):
    spectrum = jnp.fft.fft(flow.height)
    height = jnp.real(jnp.fft.ifft(spectrum * jnp.exp(-dt)))
    return Flow(height, jnp.gradient(height), flow.time + dt)


@partial(jax.jit, donate_argnames="flow")
def balanced(flow: "Flow", damping):
    speed = jnp.tanh(flow.velocity) * damping
    return Flow(height=jnp.cumsum(speed), velocity=speed, time=flow.time), jnp.sum(speed)


@jax.jit
def between(flow: Flow, other: Flow):
    return Flow(jnp.hypot(flow.height, other.height), jnp.tanh(flow.velocity), other.time)


@jax.jit
def measured(flow: Flow):
    return jnp.sum(jnp.square(flow.velocity)), jnp.max(flow.height)


def simulate(flow, other, steps):
    seen = []
    for _ in range(steps):
        flow = advance(flow, 0.1)
        flow, speed = balanced(flow, 0.9)
        middle = between(flow, other)
        seen.append(measured(middle))
    return flow, seen, speed
