import json
from pathlib import Path

import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5,)),)


def run(x):
    """The mean, which is saved with the deviation in stats.json."""
    stats = {"mean": float(jnp.mean(x)), "std": float(jnp.std(x))}
    Path("stats.json").write_text(json.dumps(stats))
    return jnp.mean(x)
