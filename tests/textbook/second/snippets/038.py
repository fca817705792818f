from functools import partial

import jax
import jax.numpy as jnp


def next_token(params, buffer, length):
    x = params["embed"][buffer]
    mask = jnp.arange(buffer.shape[1]) < length
    s = x @ jnp.swapaxes(x, -1, -2)
    att = jax.nn.softmax(jnp.where(mask[None, None, :], s, -1e9))
    h = jax.nn.gelu((att @ x) @ params["w"])
    last = jax.lax.dynamic_index_in_dim(h, length - 1, axis=1, keepdims=False)
    return jnp.argmax(last @ params["embed"].T, axis=-1)


@partial(jax.jit, static_argnames=("n", "max_len"))
def generate(params, prompt, n, max_len=512):
    b, t = prompt.shape
    buffer = jnp.zeros((b, max_len), prompt.dtype).at[:, :t].set(prompt)

    def body(i, buf):
        return buf.at[:, t + i].set(next_token(params, buf, t + i))

    return jax.lax.fori_loop(0, n, body, buffer)[:, : t + n]


def run(params, prompts):
    return [generate(params, p, 64) for p in prompts]
