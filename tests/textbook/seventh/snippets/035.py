import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name

policy = jax.checkpoint_policies.save_only_these_names("attn_out", "mlp_out")


def layer(h, params):
    q, k, v = jnp.split(h @ params["qkv"], 3, axis=-1)
    scores = jax.nn.softmax(jnp.einsum("bqd,bkd->bqk", q, k) / q.shape[-1] ** 0.5)
    attn = checkpoint_name(jnp.einsum("bqk,bkd->bqd", scores, v), "attention_out")
    h = h + attn
    mlp = checkpoint_name(jax.nn.gelu(h @ params["up"]) @ params["down"], "mlp_out")
    return h + mlp, None


def loss_fn(stacked, x):
    body = jax.checkpoint(layer, policy=policy, prevent_cse=False)
    h, _ = jax.lax.scan(body, x, stacked)
    return jnp.mean(h**2)


L, D = 12, 768
keys = jax.random.split(jax.random.key(0), 4)
stacked = {
    "qkv": 0.02 * jax.random.normal(keys[0], (L, D, 3 * D)),
    "up": 0.02 * jax.random.normal(keys[1], (L, D, 4 * D)),
    "down": 0.02 * jax.random.normal(keys[2], (L, 4 * D, D)),
}
x = jax.random.normal(keys[3], (8, 1024, D))
loss, grads = jax.jit(jax.value_and_grad(loss_fn))(stacked, x)
print(loss)
