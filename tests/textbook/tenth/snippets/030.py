import math

import jax
import jax.numpy as jnp


def rms_norm(x, gain, eps=1e-6):
    x32 = x.astype(jnp.float32)
    scale = jax.lax.rsqrt(jnp.mean(x32 * x32, axis=-1, keepdims=True) + eps)
    return (x32 * scale).astype(x.dtype) * gain


@jax.jit
def block(params, x):
    h = rms_norm(x, params["gain"])
    scores = jnp.einsum(
        "qd,kd->qk", h, h, preferred_element_type=jnp.float32
    ) * (1.0 / math.sqrt(x.shape[-1]))
    probs = jax.nn.softmax(scores, axis=-1).astype(x.dtype)
    return x + 0.5 * (probs @ h @ params["w"])


key_x, key_w = jax.random.split(jax.random.key(0))
params = {
    "gain": jnp.ones(32, jnp.bfloat16),
    "w": 0.05 * jax.random.normal(key_w, (32, 32), jnp.bfloat16),
}
x = jax.random.normal(key_x, (8, 32), jnp.bfloat16)
print(block(params, x).dtype)
