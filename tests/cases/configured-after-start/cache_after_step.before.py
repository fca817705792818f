# not executed: nothing is rewritten
import jax
import jax.numpy as jnp


@jax.jit
def simulate(state):
    return state + 0.01 * jnp.sin(state @ state.T) @ state


def main(state):
    state = simulate(state)
    jax.config.update("jax_compilation_cache_dir", "/tmp/cache")  # want: JOL909 (info) "compiles anew"
    return simulate(state)


def in_time(state):
    jax.config.update("jax_compilation_cache_dir", "/tmp/cache")
    return simulate(state)
