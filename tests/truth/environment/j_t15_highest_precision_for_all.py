"""Every product runs at the highest precision, though the parameters are bfloat16."""

import jax
import jax.numpy as jnp
from jax import config as jax_config

jax_config.update("jax_default_matmul_precision", "highest")  # want: JOL906


def init(key, width):
    return jax.random.normal(key, (width, width)).astype(jnp.bfloat16)


@jax.jit
def forward(params, x):
    return x.astype(jnp.bfloat16) @ params
