# not executed: reported, there is no rewrite
import jax
import jax.numpy as jnp

VERBOSE = False
SHOWN = True


def set_verbose(on):
    global VERBOSE
    VERBOSE = on


@jax.jit
def step(x):
    if VERBOSE:
        print("x", x)  # want: JOL803
    if SHOWN:
        print("mean", jnp.mean(x))  # want: JOL803
    return jnp.sin(x)
