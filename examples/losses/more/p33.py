"""Autoregressive decoding with a key/value cache (random weights, greedy)."""
import argparse
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from p33_lib.lm import Shape, decode_layer, make_weights, norm


def new_cache(shape, batch):
    """Keys and values: [layers, 2, batch, heads, length, head_dim]."""
    dims = (shape.layers, 2, batch, shape.heads, shape.length, shape.head_dim)
    return jax.device_put(np.zeros(dims, np.float32))


@partial(jax.jit, static_argnums=0)
def decode_step(shape, weights, cache, tokens, t):
    """One token for each sequence; gives next tokens and the cache with position t filled."""
    x = weights["embed"][tokens]
    for i in range(shape.layers):
        x, cache = decode_layer(shape, weights, i, x, cache, t)
    logits = norm(x) @ weights["embed"].T
    return jnp.argmax(logits, -1).astype(jnp.int32), cache


def generate(shape, weights, prompts, n_new):
    batch, n_prompt = prompts.shape
    cache = new_cache(shape, batch)
    out = []
    tokens = jax.device_put(prompts[:, 0])
    for t in range(n_prompt + n_new - 1):
        tokens, cache = decode_step(shape, weights, cache, tokens, np.int32(t))
        if t + 1 < n_prompt:
            tokens = prompts[:, t + 1]
        else:
            out.append(tokens)
    return np.stack(jax.device_get(out), 1)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--batch", type=int, default=16)
    ap.add_argument("--new", type=int, default=80)
    args = ap.parse_args()

    rng = np.random.default_rng(0)
    shape = Shape(vocab=2000, layers=3, heads=8, head_dim=32, length=768)
    weights = make_weights(shape, rng)
    prompts = rng.integers(0, shape.vocab, (args.batch, 8)).astype(np.int32)
    text = generate(shape, weights, prompts, args.new)
    for row in text[:3]:
        print(" ".join(map(str, row[:12])))
    print("distinct tokens", len(np.unique(text)))


if __name__ == "__main__":
    main()
