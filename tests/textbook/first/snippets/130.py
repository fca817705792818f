from typing import NamedTuple

import jax
import jax.numpy as jnp


class SamplerState(NamedTuple):
    position: jax.Array
    rng: jax.random.KeyArray


@jax.jit
def langevin(state: SamplerState, step_size) -> SamplerState:
    rng, sub = jax.random.split(state.rng)
    noise = jax.random.normal(sub, state.position.shape)
    drift = -state.position
    new = state.position + step_size * drift + jnp.sqrt(2 * step_size) * noise
    return SamplerState(new, rng)


if __name__ == "__main__":
    s = SamplerState(jnp.zeros(3), jax.random.key(0))
    print(jax.lax.fori_loop(0, 100, lambda _, s: langevin(s, 0.01), s).position)
