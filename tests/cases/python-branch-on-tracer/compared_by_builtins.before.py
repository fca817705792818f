# not executed: the originals raise at trace time
import jax
import jax.numpy as jnp


@jax.jit
def at_least(x):
    return max(jnp.sum(x), 1.0)  # want: JOL105 "`max` decides on `jnp.sum\(x\)`"


@jax.jit
def one_of(x, i):
    n = jnp.argmax(x)
    if n in (1, 2):  # want: JOL105 "`if` decides on `n in \(1, 2\)`"
        return x
    found = n not in [3, 4]  # want: JOL105 "`in` decides"
    return x * found


@jax.vmap
def mapped(x):
    if jnp.sum(x) > 1.0:  # want: JOL105 "vmapped|which is traced"
        return x
    return 2.0 * x
