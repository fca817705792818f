# not executed: the model and the data are elsewhere
import jax
import jax.numpy as jnp

from my_project import kernels, network

CACHE = {}


# What a maker gives is new at each call of it.
def make_train(config):
    def loss(params, batch):
        return jnp.mean(network(params, batch) * config.scale)

    def train(params, batches):
        return jax.lax.scan(lambda p, b: (p - jax.grad(loss)(p, b), None), params, batches)[0]

    return train


def run_chunk(config, params, batches):
    train = jax.jit(make_train(config))  # want: JOL102 (warning) "what `make_train` makes"
    return train(params, batches)


def main(config, params, chunks):
    for batches in chunks:
        params = run_chunk(config, params, batches)
    return params


# A test that has nothing to do with it does not let it run once.
def move(state):
    if "ball" in state.entities:
        balls = state.entities["ball"]

        def one(ball):
            return ball + state.direction

        balls = jax.jit(jax.vmap(one))(balls)  # want: JOL102 (info) "the result of `vmap`"
        state = state.replace(balls=balls)
    return state


# One that fills what it tests, does.
def compiled(shape, x):
    if shape not in CACHE:
        step = jax.jit(lambda y: y.reshape(shape))
        CACHE[shape] = step(x)
    return CACHE[shape]


# A program for each kernel, and all of them again for each call.
def likelihood(params, names):
    total = 0.0
    for name in names:
        kernel = kernels.get(name)

        def one(row):
            return kernel(params, row)

        total += jnp.sum(jax.jit(jax.vmap(one))(params.rows))  # want: JOL102 "every call of `likelihood`"
    return total


def sample(params, names, n):
    return [likelihood(params, names) for _ in range(n)]
