import jax
import jax.numpy as jnp

N_TRACES = 0
COMPILED = []


@jax.jit
def step(x):
    global N_TRACES
    N_TRACES += 1
    COMPILED.append(x.shape)
    print("tracing step for", x.shape, x.dtype, f"{x.ndim} axes, {len(x)} rows")
    print("no numbers here")
    jax.debug.print("y {}", x)
    return jnp.sin(x)


def report():
    return N_TRACES, COMPILED
