import math
import jax
import jax.numpy as jnp


def init_decoder(key, vocab, dim, layers, ctx):
    def dense(k, i, o):
        return jax.random.normal(k, (i, o), jnp.float32) / math.sqrt(i)

    ke, kp, kh, *kl = jax.random.split(key, 3 + layers)
    blocks = []
    for k in kl:
        a, b, c, d = jax.random.split(k, 4)
        blocks.append(dict(
            qkv=dense(a, dim, 3 * dim), out=dense(b, dim, dim),
            up=dense(c, dim, 4 * dim), down=dense(d, 4 * dim, dim),
            g1=jnp.ones(dim), g2=jnp.ones(dim)))
    return dict(tok=0.02 * jax.random.normal(ke, (vocab, dim)),
                pos=0.02 * jax.random.normal(kp, (ctx, dim)),
                head=dense(kh, dim, vocab), blocks=blocks)


def rms(x, g):
    return x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * g


def attend(block, x, heads):
    b, t, d = x.shape
    qkv = (x @ block["qkv"]).reshape(b, t, 3, heads, d // heads)
    q, k, v = qkv[:, :, 0], qkv[:, :, 1], qkv[:, :, 2]
    s = jnp.einsum("bthd,bshd->bhts", q, k) / math.sqrt(d // heads)
    s = jnp.where(jnp.tril(jnp.ones((t, t), bool)), s, -1e9)
    y = jnp.einsum("bhts,bshd->bthd", jax.nn.softmax(s, -1), v)
    return y.reshape(b, t, d) @ block["out"]


def decoder_logits(params, tokens, heads):
    x = params["tok"][tokens] + params["pos"][: tokens.shape[1]]
    for block in params["blocks"]:
        x = x + attend(block, rms(x, block["g1"]), heads)
        x = x + jax.nn.silu(rms(x, block["g2"]) @ block["up"]) @ block["down"]
    return x @ params["head"]
