import jax
import jax.numpy as jnp


@jax.jit
def positive_mean(x):
    keep = x > 0
    count = jnp.maximum(keep.sum(), 1)
    return jnp.where(keep, x, 0.0).sum() / count


print(positive_mean(jnp.array([-1.0, 2.0, 4.0])))
