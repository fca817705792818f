import jax
import jax.numpy as jnp


@jax.jit
def propose(key, point):
    k1, k2 = jax.random.split(key)
    candidate = point + 0.5 * jax.random.normal(k1, point.shape)
    accept = jnp.log(jax.random.uniform(k2)) < jnp.sum(point ** 2 - candidate ** 2)
    return jnp.where(accept, candidate, point)


def sample(key, start, count):
    chain = start[None]
    for k in jax.random.split(key, count):
        chain = jnp.concatenate([chain, propose(k, chain[-1])[None]])
    return chain


chain = sample(jax.random.key(0), jnp.zeros(2), 300)
print(chain.mean(axis=0), chain.std(axis=0))
