"""Greedy decoding into a preallocated token buffer."""
from functools import partial

import jax
import jax.numpy as jnp

VOCAB, DIM, BATCH, MAX_LEN = 8_192, 512, 16, 512


def next_logits(params, tokens, length):
    h = params["embed"][tokens]
    visible = jnp.arange(MAX_LEN) < length
    query = h[:, length - 1] @ params["mix"]
    scores = jnp.where(visible, jnp.einsum("bd,bsd->bs", query, h), -jnp.inf)
    context = jnp.einsum("bs,bsd->bd", jax.nn.softmax(scores, axis=-1), h)
    return context @ params["head"]


@partial(jax.jit, static_argnames="prompt_len")
def generate(params, prompt, prompt_len):
    buffer = jnp.zeros((BATCH, MAX_LEN), jnp.int32).at[:, :prompt_len].set(prompt)

    def body(i, tokens):
        new = jnp.argmax(next_logits(params, tokens, i), axis=-1)
        return tokens.at[:, i].set(new)

    return jax.lax.fori_loop(prompt_len, MAX_LEN, body, buffer)


if __name__ == "__main__":
    ke, km, kh, kp = jax.random.split(jax.random.key(0), 4)
    params = {
        "embed": 0.02 * jax.random.normal(ke, (VOCAB, DIM)),
        "mix": jax.random.normal(km, (DIM, DIM)) / DIM**0.5,
        "head": jax.random.normal(kh, (DIM, VOCAB)) / DIM**0.5,
    }
    prompt = jax.random.randint(kp, (BATCH, 32), 0, VOCAB)
    print(generate(params, prompt, prompt_len=32).shape)
