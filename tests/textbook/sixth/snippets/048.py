import functools
from dataclasses import dataclass, replace

import jax
import jax.numpy as jnp


@functools.partial(
    jax.tree_util.register_dataclass,
    data_fields=["position", "velocity"],
    meta_fields=["dt", "boundary"],
)
@dataclass(frozen=True)
class ParticleState:
    position: jax.Array
    velocity: jax.Array
    dt: float
    boundary: str


def advance(state, _):
    position = state.position + state.dt * state.velocity
    velocity = state.velocity
    if state.boundary == "reflect":
        outside = jnp.abs(position) > 1.0
        velocity = jnp.where(outside, -velocity, velocity)
        position = jnp.clip(position, -1.0, 1.0)
    else:
        position = jnp.mod(position + 1.0, 2.0) - 1.0
    return replace(state, position=position, velocity=velocity), jnp.mean(position**2)


@jax.jit
def simulate(state):
    return jax.lax.scan(advance, state, length=5_000)


if __name__ == "__main__":
    kp, kv = jax.random.split(jax.random.key(0))
    position = jax.random.uniform(kp, (2_048, 3), minval=-1.0, maxval=1.0)
    state = ParticleState(position, jax.random.normal(kv, (2_048, 3)), 1e-3, "reflect")
    state, spread = simulate(state)
    print(spread[-1])
