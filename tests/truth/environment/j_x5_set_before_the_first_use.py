"""Set after the import, and before anything uses a device."""

import argparse
import os

import jax
import jax.numpy as jnp
import numpy as np
import optax

os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
os.environ["XLA_PYTHON_CLIENT_MEM_FRACTION"] = ".60"

parser = argparse.ArgumentParser()
parser.add_argument("--out")


def convert(params, out):
    np.save(out, np.asarray(jax.tree.leaves(params)[0].astype(jnp.float16)))


if __name__ == "__main__":
    args = parser.parse_args()
    convert(optax.sgd(0.1).init({"w": jnp.ones(4)}), args.out)
