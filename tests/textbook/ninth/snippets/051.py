import math

import jax
import jax.numpy as jnp

BATCH, SEQ_LEN, DIM = 16, 512, 512


def rms_norm(x, scale, eps=1e-6):
    variance = jnp.mean(jnp.square(x.astype(jnp.float32)), axis=-1, keepdims=True)
    normed = x.astype(jnp.float32) * jax.lax.rsqrt(variance + eps)
    return normed.astype(x.dtype) * scale


def gelu_tanh(x):
    inner = math.sqrt(2.0 / math.pi) * (x + 0.044715 * x**3)
    return 0.5 * x * (1.0 + jnp.tanh(inner))


@jax.jit
def feed_forward(params, x):
    hidden = gelu_tanh(rms_norm(x, params["scale"]) @ params["up"])
    return x + (hidden @ params["down"]) / math.sqrt(2.0)


up_key, down_key, x_key = jax.random.split(jax.random.key(0), 3)
params = {
    "scale": jnp.ones(DIM, dtype=jnp.bfloat16),
    "up": jax.random.normal(up_key, (DIM, 4 * DIM), dtype=jnp.bfloat16) * DIM**-0.5,
    "down": jax.random.normal(down_key, (4 * DIM, DIM), dtype=jnp.bfloat16) * 0.02,
}
x = jax.random.normal(x_key, (BATCH, SEQ_LEN, DIM), dtype=jnp.bfloat16)
out = feed_forward(params, x)
print(out.shape, out.dtype)
