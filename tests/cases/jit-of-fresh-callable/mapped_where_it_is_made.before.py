"""A compiled function that only a transform takes, which is called on the spot."""

import jax
import jax.numpy as jnp


def velocities(field, times, places):
    def at(time, place):
        return field(place, time)

    # Compiled anew each time.
    compiled = jax.jit(at)  # want: JOL102 (info) "`at`"
    return jax.vmap(compiled)(times, places)


def run(times, places):
    out = []
    for shift in (0.0, 1.0):
        out.append(velocities(lambda place, time: place * time + shift, times, places))
    return jnp.stack(out)


def mapper(field):
    compiled = jax.jit(lambda place: field(place, 0.0))
    return jax.vmap(compiled)


def inputs(key):
    return jnp.arange(3.0), jax.random.normal(key, (3, 2))
