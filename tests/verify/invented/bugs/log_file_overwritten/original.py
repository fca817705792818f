import os
import jax
import jax.numpy as jnp
import tempfile


def inputs(key):
    d = tempfile.mkdtemp()
    return jax.random.normal(key, (5,)), os.path.join(d, "log.txt")


def run(x, path):
    """Append the rounded norm to a log file and return it."""
    n = jnp.linalg.norm(x)
    with open(path, "a") as f:
        f.write(f"{float(n):.2f}\n")
    return n
