import jax
import jax.numpy as jnp
from jax import host_count as count  # want: JOL703 "deprecated since JAX 0.2.13"


def inputs(key):
    return (jax.random.normal(key, (3,)),)


def run(x):
    if jax.host_id() == 0:  # want: JOL703
        x = jnp.sin(x)  # A
    return x / count(), jax.host_ids()[0]  # want: JOL703
