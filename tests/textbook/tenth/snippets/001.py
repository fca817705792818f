import time

import jax
import jax.numpy as jnp


@jax.jit
def simulate(state):
    def body(s, _):
        s = s + 0.01 * jnp.sin(s @ s.T) @ s
        return s, jnp.mean(s)

    return jax.lax.scan(body, state, None, length=50)


def main():
    state = jax.random.normal(jax.random.key(0), (32, 8))
    t0 = time.perf_counter()
    state, means = simulate(state)
    jax.block_until_ready(means)
    print(f"first call (with compilation): {time.perf_counter() - t0:.2f}s")

    jax.config.update("jax_compilation_cache_dir", "/tmp/jax_cache_sim")
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    state, means = simulate(state)
    print(means[-1])


main()
