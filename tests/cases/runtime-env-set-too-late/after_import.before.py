import os

import jax
import jax.numpy as jnp

os.environ["JAX_COMPILATION_CACHE_DIR"] = "/var/cache/jax"  # kept between runs # want: JOL901 "line 3 has imported JAX"
x = jnp.ones(3)
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_cpu_enable_fast_math=false"  # want: JOL901 "`jnp.ones` on line 7"


def inputs(key):
    return (jax.random.normal(key, (3,)),)


def run(y):
    return x + y
