import jax
import jax.numpy as jnp


@jax.jit
def of_shapes(x, params):
    width = max(x.shape[0], 8)
    least = min(len(x.shape), x.ndim)
    if "bias" in params:
        x = x + params["bias"]
    if x.shape[0] in (1, 2):
        x = x * 2
    return x, width, least, max(x.shape)


def noisy(data, keys):
    limit = jnp.max(data)

    def draw(key):
        # `limit` is no argument of the mapped function, and stays concrete
        if limit > 3.0:
            return jax.random.normal(key)
        return jax.random.uniform(key, (max(len(data), 1),))[0]

    return jax.vmap(draw)(keys)
