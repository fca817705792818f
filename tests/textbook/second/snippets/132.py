import time

import jax
import jax.numpy as jnp


def timed(fn, *args, reps=20):
    jax.block_until_ready(fn(*args))
    t0 = time.perf_counter()
    for _ in range(reps):
        out = fn(*args)
    jax.block_until_ready(out)
    return (time.perf_counter() - t0) / reps


def main():
    a = jnp.ones((4096, 4096))
    eager = lambda m: jnp.tanh(m @ m).sum(axis=0)
    print("eager", timed(eager, a))
    print("jit", timed(jax.jit(eager), a))


if __name__ == "__main__":
    main()
