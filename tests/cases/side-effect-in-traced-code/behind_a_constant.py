import jax
import jax.numpy as jnp

VERBOSE = False
QUIET = True


@jax.jit
def step(x):
    if VERBOSE:
        print("x", x)
    if not QUIET:
        print("mean", jnp.mean(x))
    else:
        x = x + 1
    if QUIET:
        pass
    else:
        print("x again", x)
    return jnp.sin(x)
