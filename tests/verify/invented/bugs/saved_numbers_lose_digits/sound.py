import json
from pathlib import Path

import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5,)),)


def run(x):
    """The mean, which is saved with the deviation in stats.json."""
    mean, std = jnp.mean(x), jnp.std(x)
    with open("stats.json", "w") as file:
        json.dump({"mean": mean.item(), "std": std.item()}, file)
    return mean
