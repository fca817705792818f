# not executed: nothing is rewritten
import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def misfit(values, targets):
    n = targets.shape[-1]
    chosen = np.random.choice(np.arange(n), size=int(0.5 * n), replace=False)  # want: JOL801
    mask = np.zeros(n)
    mask[chosen] = 1.0
    return jnp.mean((values - targets * mask) ** 2)


@jax.jit
def told(values):
    shift = np.random.normal()  # want: JOL801
    print(shift)
    return values
