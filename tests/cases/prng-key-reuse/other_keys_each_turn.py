# Tests that hold on one turn alone, or that differ from turn to turn, and keys that are not used up.
import flax.linen as nn
import jax
import jax.numpy as jnp


class Sampler:
    def __init__(self, betas):
        self.betas = betas

    def first(self, x, t, rng):
        if t == 0:
            x = x + jax.random.normal(rng, x.shape)
        return x

    def first_of_all(self, x, t, rng):
        if t > 0:
            return x
        return x + jax.random.normal(rng, x.shape)


def sample(x, steps, rng):
    sampler = Sampler(jnp.ones(steps))
    for t in range(steps):
        x = sampler.first(x, t, rng)
        x = sampler.first_of_all(x, t, jax.random.fold_in(rng, 7))
    return x


class Noisy(nn.Module):
    size: int
    noisy: bool = True

    @nn.compact
    def __call__(self, x, rng):
        if self.noisy:
            x = x + jax.random.normal(rng, x.shape)
        return nn.Dense(self.size)(x)


class Stack(nn.Module):
    @nn.compact
    def __call__(self, x, rng):
        for i in range(3):
            x = Noisy(size=8, noisy=i == 0)(x, rng)
        return x


@jax.pmap
def device_step(state, rng):
    return state + jax.random.normal(rng)


def train(state, n):
    keys = jax.random.split(jax.random.PRNGKey(0), n + 1)
    for _ in range(100):
        state = device_step(state, keys[1:])
        keys = jax.random.split(keys[0], n + 1)
    return state


def target(net, x):
    key = jax.random.PRNGKey(0)
    return net.init(key, x), net.init(key, x)


def with_optimizer(net, tx, key, x):
    params = net.init(key, x)
    return params, tx.init(params)


def maybe(x, key, noisy):
    if not noisy:
        return x + jax.random.normal(key, x.shape)
    return x - jax.random.normal(key, x.shape)
