import jax
import jax.numpy as jnp


@jax.jit
def score(x, mask=None):
    if mask is None:
        mask = jnp.ones_like(x)
    if x.ndim == 1:
        x = x[None]
    return (x * mask).sum(-1)


print(score(jnp.arange(4.0)), score(jnp.ones((2, 4)), jnp.ones(4)))
