import jax
import jax.numpy as jnp


@jax.jit
def positive_mean(x):
    kept = x[x > 0]
    return kept.mean()


print(positive_mean(jnp.array([-1.0, 2.0, 4.0])))
