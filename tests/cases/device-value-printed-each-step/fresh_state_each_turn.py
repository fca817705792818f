"""Each turn begins a run of its own, and prints once when all of it is done."""

import jax
import jax.numpy as jnp
from jax import lax

TEMPERATURES = (0.5, 1.0, 2.0)


def make_dynamics(temperature):
    def init(x):
        return {"x": x, "v": jnp.zeros_like(x)}

    def apply(state):
        v = state["v"] - 0.01 * state["x"] * temperature
        return {"x": state["x"] + 0.01 * v, "v": v}

    return init, apply


def sweep(start):
    for temperature in TEMPERATURES:
        init, apply = make_dynamics(temperature)
        state = init(start)

        def sample(state, _):
            state = lax.fori_loop(0, 100, lambda _, s: apply(s), state)
            return state, jnp.mean(state["v"] ** 2)

        state, samples = jax.jit(lambda s: lax.scan(sample, s, None, length=500))(state)
        energy = jnp.mean(samples)
        print(f"{temperature}: {energy:.3f}")
