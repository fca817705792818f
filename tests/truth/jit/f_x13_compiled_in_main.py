"""A benchmark compiles within `main`, which runs once; each length is meant to recompile."""

from functools import partial

import jax
import jax.numpy as jnp
from absl import app


def main(argv):
    del argv

    def attend(q, k, v):
        q = q / jnp.sqrt(q.shape[-1]).astype(q.dtype)
        return jax.nn.softmax(q @ k.T) @ v

    @partial(jax.jit, static_argnums=(1,))
    def forward_backward(key, length):
        @partial(jax.grad, argnums=(0, 1, 2))
        @partial(jax.checkpoint, policy=jax.checkpoint_policies.nothing_saveable)
        def gradient(q, k, v):
            return jnp.mean(attend(q, k, v))

        q, k, v = jax.random.normal(key, (3, length, 64))
        return gradient(q, k, v)[1].mean()

    for length in (128, 256, 512):
        jax.block_until_ready(forward_backward(jax.random.key(0), length))


if __name__ == "__main__":
    app.run(main)
