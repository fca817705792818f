import jax
import jax.numpy as jnp


@jax.jit
def propose(point, key):
    k1, k2 = jax.random.split(key)
    candidate = point + 0.5 * jax.random.normal(k1, point.shape)
    accept = jnp.log(jax.random.uniform(k2)) < jnp.sum(point ** 2 - candidate ** 2)
    point = jnp.where(accept, candidate, point)
    return point, point


def sample(key, start, count):
    return jax.lax.scan(propose, start, jax.random.split(key, count))[1]


chain = sample(jax.random.key(0), jnp.zeros(2), 300)
print(chain.mean(axis=0), chain.std(axis=0))
