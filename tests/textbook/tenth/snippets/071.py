import os

import jax
import jax.numpy as jnp


def build_model(key, width=128):
    k1, k2 = jax.random.split(key)
    return {
        "w1": jax.random.normal(k1, (width, width)),
        "w2": jax.random.normal(k2, (width, 1)),
    }


@jax.jit
def apply(params, x):
    return jax.nn.gelu(x @ params["w1"]) @ params["w2"]


params = build_model(jax.random.key(0))

os.environ["XLA_FLAGS"] = (
    "--xla_dump_to=/tmp/xla_dump --xla_dump_hlo_as_text"
)

out = apply(params, jnp.ones((4, 128)))
print(out.shape)
print(sorted(os.listdir("/tmp/xla_dump")) if os.path.isdir("/tmp/xla_dump") else "no dump")
