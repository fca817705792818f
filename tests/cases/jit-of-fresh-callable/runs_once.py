import functools

import jax
import jax.numpy as jnp


def apply(params, x):
    return x @ params


def prepared(rng):
    return jax.jit(lambda r: jax.random.normal(r, (3, 2)))(rng)


def train(tx, batches):
    params = prepared(jax.random.key(0))
    state = jax.jit(tx.init)(params)
    forward = jax.jit(functools.partial(apply, params))
    for batch in batches:
        forward(batch)
    return state


def create_state(model, rng, x):
    return jax.jit(lambda r: model.init(r, x))(rng)


def make_states(models, rng, x):
    return [create_state(model, rng, x) for model in models]


class Task:
    def __init__(self, reset):
        def reset_all(keys):
            return jax.vmap(reset)(keys)

        self._reset = jax.jit(jax.vmap(reset))
        self._reset_all = jax.jit(reset_all)


@functools.lru_cache
def program(size):
    return jax.jit(lambda x: x[:size])(jnp.arange(size))


def programs():
    return [program(size) for size in range(100)]


if __name__ == "__main__":
    train(None, [jnp.ones((4, 3))])
