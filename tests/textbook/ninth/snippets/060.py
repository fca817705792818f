import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name

BATCH, SEQ_LEN = 8, 1_024
DIM, HEADS, NUM_LAYERS = 256, 8, 6


def block(x, params):
    b, t, _ = x.shape
    qkv = (x @ params["qkv"]).reshape(b, t, 3, HEADS, DIM // HEADS)
    q, k, v = qkv[:, :, 0], qkv[:, :, 1], qkv[:, :, 2]
    attended = jax.nn.dot_product_attention(q, k, v, is_causal=True)
    attended = checkpoint_name(attended.reshape(b, t, DIM), "attention_out")
    x = x + attended @ params["proj"]
    hidden = checkpoint_name(jax.nn.gelu(x @ params["up"]), "mlp_hidden")
    return x + hidden @ params["down"], None


policy = jax.checkpoint_policies.save_only_these_names("attention_out")
remat_block = jax.checkpoint(block, policy=policy, prevent_cse=False)


@jax.jit
@jax.value_and_grad
def loss_fn(layers, x):
    hidden, _ = jax.lax.scan(remat_block, x, layers)
    return jnp.mean(hidden**2)


shapes = {"qkv": (DIM, 3 * DIM), "proj": (DIM, DIM), "up": (DIM, 4 * DIM), "down": (4 * DIM, DIM)}
keys = dict(zip(shapes, jax.random.split(jax.random.key(0), len(shapes))))
layers = {n: jax.random.normal(keys[n], (NUM_LAYERS, *s)) * s[0] ** -0.5 for n, s in shapes.items()}
loss, grads = loss_fn(layers, jax.random.normal(jax.random.key(1), (BATCH, SEQ_LEN, DIM)))
print("loss", float(loss))
