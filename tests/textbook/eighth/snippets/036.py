"""Transformer block that saves only the attention output for the backward pass."""
from functools import partial

import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name

BATCH, SEQ, HEADS, DIM = 8, 1024, 8, 512

save_attention = jax.checkpoint_policies.save_only_these_names("attn_out")


def attention(params, x):
    qkv = jnp.einsum("bsd,dchk->cbshk", x, params["qkv"])
    out = jax.nn.dot_product_attention(qkv[0], qkv[1], qkv[2], is_causal=True)
    out = jnp.einsum("bshk,hkd->bsd", out, params["proj"])
    return checkpoint_name(out, "attention_out")


@partial(jax.checkpoint, policy=save_attention)
def block(params, x):
    x = x + attention(params, x)
    return x + jax.nn.gelu(x @ params["up"]) @ params["down"]


def init(key):
    kq, kp, ku, kd = jax.random.split(key, 4)
    return {
        "qkv": jax.random.normal(kq, (DIM, 3, HEADS, DIM // HEADS)) / DIM**0.5,
        "proj": jax.random.normal(kp, (HEADS, DIM // HEADS, DIM)) / DIM**0.5,
        "up": jax.random.normal(ku, (DIM, 4 * DIM)) / DIM**0.5,
        "down": jax.random.normal(kd, (4 * DIM, DIM)) / (4 * DIM) ** 0.5,
    }


if __name__ == "__main__":
    x = jax.random.normal(jax.random.key(1), (BATCH, SEQ, DIM))
    loss_and_grads = jax.jit(jax.value_and_grad(lambda p: jnp.mean(block(p, x) ** 2)))
    loss, grads = loss_and_grads(init(jax.random.key(0)))
    print("loss", float(loss))
