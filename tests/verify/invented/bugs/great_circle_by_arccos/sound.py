import jax
import jax.numpy as jnp


def inputs(key):
    k = jax.random.split(key, 4)
    u = [jax.random.uniform(i, (6,), minval=-1.2, maxval=1.2) for i in k]
    return u[0], u[1] - 1.5, u[2], u[3] + 1.5


def run(lat1, lon1, lat2, lon2):
    """Great circle distances (angles) by the haversine formula."""
    h = jnp.sin((lat2 - lat1) / 2) ** 2 + jnp.cos(lat1) * jnp.cos(lat2) * jnp.sin((lon2 - lon1) / 2) ** 2
    return 2 * jnp.arcsin(jnp.sqrt(jnp.clip(h, 0, 1)))
