# not executed: the originals raise
import jax
import jax.numpy as jnp
from jax import random


def rollout(w, x, key, steps):
    for t in range(steps):
        k = key + t  # want: JOL809 (error) "it raises TypeError"
        x = jnp.tanh(w @ x) + jax.random.normal(k, x.shape)
    return x


def drawn(rng, i):
    return random.uniform(rng * 7 + i, (3,))  # want: JOL809 (info) "not independent"


def children(seed):
    first, second = jax.random.split(jax.random.key(seed))
    old = jax.random.PRNGKey(seed)
    noise = jax.random.normal(old ^ 3)  # want: JOL809 (warning)
    return jax.random.split(1 + first), second, noise  # want: JOL809


def folded():
    base = jax.random.key(0)
    sub = jax.random.fold_in(base, 3)
    return jax.random.bernoulli(sub - 1)  # want: JOL809 (error)


rollout(jnp.eye(3), jnp.ones(3), jax.random.key(1), 5)
