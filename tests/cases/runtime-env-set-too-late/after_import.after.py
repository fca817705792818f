import os

os.environ["JAX_COMPILATION_CACHE_DIR"] = "/var/cache/jax"  # kept between runs # want: JOL901 "line 3 has imported JAX"
import jax
import jax.numpy as jnp

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_cpu_enable_fast_math=false"
x = jnp.ones(3)


def inputs(key):
    return (jax.random.normal(key, (3,)),)


def run(y):
    return x + y
