import jax
import jax.numpy as jnp

LAYERS, DIM = 12, 1024
RESIDUAL_SCALE = (2.0 * LAYERS) ** -0.5


def rms_norm(h, scale, eps=1e-6):
    h32 = h.astype(jnp.float32)
    inv = jax.lax.rsqrt(jnp.mean(jnp.square(h32), axis=-1, keepdims=True) + eps)
    return (h32 * inv).astype(h.dtype) * scale


@jax.jit
def forward(stacked, x):
    def layer(h, p):
        y = rms_norm(h, p["scale"])
        y = jax.nn.gelu(jnp.dot(y, p["up"], preferred_element_type=jnp.float32)).astype(h.dtype)
        return h + RESIDUAL_SCALE * (y @ p["down"]), None

    stacked = jax.tree.map(lambda p: p.astype(jnp.bfloat16), stacked)
    h, _ = jax.lax.scan(layer, x.astype(jnp.bfloat16), stacked)
    return h


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
stacked = {
    "scale": jnp.ones((LAYERS, DIM)),
    "up": 0.02 * jax.random.normal(k1, (LAYERS, DIM, 4 * DIM)),
    "down": 0.02 * jax.random.normal(k2, (LAYERS, 4 * DIM, DIM)),
}
out = forward(stacked, jax.random.normal(k3, (8, 512, DIM)))
print(out.shape, out.dtype)
