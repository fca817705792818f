import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name

BATCH, SEQ_LEN, DIM, HEADS = 8, 1_024, 512, 8


def block(params, x):
    b, t, _ = x.shape
    qkv = (x @ params["qkv"]).reshape(b, t, 3, HEADS, DIM // HEADS)
    q, k, v = qkv[:, :, 0], qkv[:, :, 1], qkv[:, :, 2]
    attended = jax.nn.dot_product_attention(q, k, v, is_causal=True)
    attended = checkpoint_name(attended.reshape(b, t, DIM), "attention_out")
    x = x + attended @ params["proj"]
    return x + jax.nn.gelu(x @ params["up"]) @ params["down"]


save_attention = jax.checkpoint_policies.save_only_these_names("attn_out")
remat_block = jax.checkpoint(block, policy=save_attention)


@jax.jit
def loss_and_grad(layers, x):
    def loss_fn(layers):
        hidden, _ = jax.lax.scan(lambda h, p: (remat_block(p, h), None), x, layers)
        return jnp.mean(hidden**2)

    return jax.value_and_grad(loss_fn)(layers)


shapes = {"qkv": (DIM, 3 * DIM), "proj": (DIM, DIM), "up": (DIM, 4 * DIM), "down": (4 * DIM, DIM)}
keys = jax.random.split(jax.random.key(0), len(shapes))
layers = {n: jax.random.normal(k, (12, *s)) * 0.02 for k, (n, s) in zip(keys, shapes.items())}
loss, grads = loss_and_grad(layers, jnp.ones((BATCH, SEQ_LEN, DIM)))
