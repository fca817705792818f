import os
import jax
import jax.numpy as jnp
import tempfile


def inputs(key):
    d = tempfile.mkdtemp()
    return jax.random.normal(key, (5,)), os.path.join(d, "log.txt")


_norm = jax.jit(jnp.linalg.norm)


def run(x, path):
    """Append the rounded norm to a log file and return it."""
    n = _norm(x)
    with open(path, "a") as f:
        print(f"{float(n):.2f}", file=f)
    return n
