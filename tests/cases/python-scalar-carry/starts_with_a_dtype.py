import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def add(total, x):
    return total + jnp.mean(x)


def strong(xs):
    a = jnp.zeros(())
    b = jnp.array(0.0, dtype=jnp.float32)
    c = jnp.float32(0)
    d = np.float32(0.0)
    e = jnp.array([0.0])
    for x in xs:
        a = add(a, x)
        b = add(b, x)
        c = add(c, x)
        d = add(d, x)
        e = add(e, x)
    return a, b, c, d, e
