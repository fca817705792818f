"""The draws are placeholders: only their shapes are looked at by the initialisers."""

import jax
import jax.numpy as jnp


def init(key, x, config, embed_init, block_init, out_init):
    def init_block(key, x):
        new_key, key = jax.random.split(key)
        return new_key, block_init(key, x, 0)

    e_key, b_key, o_key = jax.random.split(key, 3)
    shape = (config["layers"],) + x.shape + (config["width"],)
    return {
        "embed": embed_init(e_key, x),
        "blocks": jax.lax.scan(
            init_block, b_key, xs=jax.random.uniform(b_key, shape, dtype=jnp.float32)
        )[1],
        "out": out_init(o_key, jax.random.uniform(b_key, shape[1:], dtype=jnp.float32)),
    }
