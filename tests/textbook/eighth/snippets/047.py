"""Forward pass of an MLP whose architecture is given by a frozen config."""
import dataclasses
from functools import partial

import jax
import jax.numpy as jnp

BATCH, BATCHES = 512, 200


@dataclasses.dataclass(frozen=True)
class Config:
    widths: tuple[int, ...] = (256, 1024, 1024, 10)
    activation: str = "gelu"


def init(config, key):
    keys = jax.random.split(key, len(config.widths) - 1)
    sizes = zip(config.widths[:-1], config.widths[1:])
    return [jax.random.normal(k, (i, o)) / i**0.5 for k, (i, o) in zip(keys, sizes)]


@partial(jax.jit, static_argnames="config")
def forward(params, x, config):
    act = getattr(jax.nn, config.activation)
    for w in params[:-1]:
        x = act(x @ w)
    return x @ params[-1]


if __name__ == "__main__":
    config = Config()
    params = init(config, jax.random.key(1234))
    votes = jnp.zeros((10,), jnp.int32)
    for i in range(BATCHES):
        x = jax.random.normal(jax.random.key(i), (BATCH, config.widths[0]))
        logits = forward(params, x, config=config)
        votes += jnp.bincount(jnp.argmax(logits, axis=-1), length=10)
    print(votes)
