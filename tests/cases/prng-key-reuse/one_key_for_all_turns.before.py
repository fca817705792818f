# not executed: there is no fix
# One key for all turns, behind tests of what is called that hold on nearly all of them.
import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np


class Sampler:
    def __init__(self, betas, noisy=True):
        self.betas = betas
        self.noisy = noisy

    def step(self, x, t, rng):
        mean = x * self.betas[t]
        if t == 0:
            return mean
        rng, sub = jax.random.split(rng)
        return mean + jax.random.normal(sub, x.shape)

    def noised(self, x, rng):
        if self.noisy:
            x = x + jax.random.normal(rng, x.shape)
        return x


def sample(x, steps):
    rng = jax.random.PRNGKey(0)
    sampler = Sampler(jnp.ones(steps))
    for t in reversed(range(steps)):
        x = sampler.step(x, t, rng)  # want: JOL802 "`rng` does not change in the loop"
    return x


def walk(x, rng):
    sampler = Sampler(jnp.ones(8))
    for _ in range(8):
        x = sampler.noised(x, rng)  # want: JOL802 "`rng` does not change in the loop"
    return x


class Noisy(nn.Module):
    size: int
    noisy: bool = True

    @nn.compact
    def __call__(self, x, mode, rng):
        if self.noisy and mode != "none":
            x = x + jax.random.normal(rng, x.shape)
        return nn.Dense(self.size)(x)


class Stack(nn.Module):
    noisy: bool = True

    @nn.compact
    def __call__(self, x, mode="random", rng=None):
        for _ in range(3):
            x = Noisy(size=8, noisy=self.noisy)(x, mode, rng)  # want: JOL802 "does not change"
        return x


@jax.pmap
def device_step(state, rng):
    rng, sub = jax.random.split(rng)
    return state + jax.random.normal(sub)


def train(state, n):
    keys = jax.random.split(jax.random.PRNGKey(0), n)
    for _ in range(100):
        keys = jax.random.split(keys[0], n)  # want: JOL802 "was used up by `device_step`"
        state = device_step(state, keys)
    return state


def initialized(model, key):
    def layer(weights):
        return [w + jax.random.normal(k, w.shape) for w, k in zip(weights, jax.random.split(key, 2))]

    def linear(weights):
        return layer(weights)

    def embedding(weights):
        return layer(weights)

    first = linear(model)
    return first + embedding(model)  # want: JOL802 "`key` was used up by `linear`"


def two_networks(generator, judge, x):
    key = jax.random.PRNGKey(0)
    first = generator.init(key, x)
    second = judge.init(key, x)  # want: JOL802 (info) "first weights"
    return first, second, np.ones(3)


def state_of(rng, net):
    return net.init({"params": rng}, jnp.ones(3))["params"]


def main(net, step):
    rng = jax.random.PRNGKey(0)
    state = state_of(rng, net)
    for _ in range(10):
        rng, sub = jax.random.split(rng)  # want: JOL802 (info) "`rng` was given to `state_of`"
        state = step(state, sub)
    return state
