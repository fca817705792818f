import time

import jax
import jax.numpy as jnp


def f(x):
    for _ in range(3):
        x = jnp.sin(x @ x.T) @ x
    return x


def compile_cost(n=2048):
    spec = jax.ShapeDtypeStruct((n, n), jnp.float32)

    t0 = time.perf_counter()
    lowered = jax.jit(f).lower(spec)
    t1 = time.perf_counter()
    executable = lowered.compile()
    t2 = time.perf_counter()

    print(f"trace+lower {t1 - t0:.3f}s, compile {t2 - t1:.3f}s")
    return executable


if __name__ == "__main__":
    compile_cost()
