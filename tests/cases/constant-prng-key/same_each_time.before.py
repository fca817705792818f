# not executed: there is no fix
import jax
import jax.numpy as jnp
from flax import linen as nn
from flax import nnx
from jax import random

SEED = 7
noise_key = random.key(SEED)


def walk(x, steps):
    for _ in range(steps):
        key = jax.random.PRNGKey(0)  # want: JOL805 "every turn"
        left, right = random.split(key)
        x = x + random.normal(left, x.shape) * random.uniform(right)
    return x


def scanned(x, steps):
    def step(x, _):
        x = x + random.normal(random.key(SEED), x.shape)  # want: JOL805 "every run of `step`"
        return x, None

    return jax.lax.scan(step, x, length=steps)


def jitter(x):
    return x + random.normal(noise_key, x.shape)  # want: JOL805 "made by `random.key.SEED.`"


def train(x, steps):
    for _ in range(steps):
        x = jitter(x)
    return x


@jax.jit
def masked(x):
    key = random.PRNGKey(0)  # want: JOL805 "every run of `masked`"
    return jnp.where(random.bernoulli(key, 0.1, x.shape), 0.0, x)


class Embed(nnx.Module):
    def drop(self, labels):
        return labels * random.bernoulli(noise_key, 0.5, labels.shape)  # want: JOL805

    def __call__(self, labels):
        return self.drop(labels)


def rollout(env, policy, steps):
    state = env.reset()
    for step in range(steps):
        action = policy(state)
        action += random.normal(random.key(step), action.shape)  # want: JOL805 "counter alone"
        state = env.step(action)
    return state


class Regressor(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        return nn.Dropout(0.3, deterministic=not train)(nn.Dense(3)(x))


regressor = Regressor()


@jax.jit
def masked_step(params, x):
    def loss(params):
        rngs = {"dropout": jax.random.key(42)}  # want: JOL805 "`jax.random.key\(42\)` is the same key in every run of `loss`"
        return jnp.mean(regressor.apply(params, x, True, rngs=rngs) ** 2)

    return jax.tree.map(lambda p, g: p - 0.1 * g, params, jax.grad(loss)(params))


def masked_training(params, batches):
    for x in batches:
        params = masked_step(params, x)
    return params


weights = jnp.ones(3)
for turn in range(100):
    weights = weights + random.normal(random.key(turn), (3,))  # want: JOL805 info "is made of the counter alone"
