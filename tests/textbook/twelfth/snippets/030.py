"""Simulate a driven damped oscillator."""
from typing import NamedTuple

import jax
import jax.numpy as jnp

DT = 1e-3
STEPS = 2000


class State(NamedTuple):
    pos: jax.Array
    vel: jax.Array


def acceleration(state: State, t, force):
    return force * jnp.sin(3.0 * t) - 0.2 * state.vel - 4.0 * state.pos


@jax.jit
def simulate(state: State, force):
    traj = []
    for i in range(STEPS):
        a = acceleration(state, i * DT, force)
        vel = state.vel + DT * a
        state = State(state.pos + DT * vel, vel)
        traj.append(state.pos)
    return state, jnp.stack(traj)


def main():
    init = State(jnp.ones((3,)), jnp.zeros((3,)))
    final, traj = simulate(init, jnp.array([0.0, 0.5, 1.0]))
    print(final.pos, traj.shape)


if __name__ == "__main__":
    main()
