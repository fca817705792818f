import jax
import jax.numpy as jnp


def inputs(key):
    k = jax.random.split(key, 4)
    u = [jax.random.uniform(i, (6,), minval=-1.2, maxval=1.2) for i in k]
    return u[0], u[1] - 1.5, u[2], u[3] + 1.5


def run(lat1, lon1, lat2, lon2):
    """Great circle distances (angles) by the spherical law of cosines."""
    c = jnp.sin(lat1) * jnp.sin(lat2) + jnp.cos(lat1) * jnp.cos(lat2) * jnp.cos(lon2 - lon1)
    return jnp.arccos(jnp.clip(c, -1, 1))
