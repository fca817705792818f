import jax
import jax.numpy as jnp
import numpy as np

DIM, LAYERS = 1024, 8
RESIDUAL_SCALE = np.float32(1.0 / np.sqrt(2 * LAYERS))


def block(params, h):
    y = jax.nn.gelu(h @ params["up"]) @ params["down"]
    return h + RESIDUAL_SCALE * y


@jax.jit
def forward(layers, x):
    """Runs the stack in bfloat16 for tensor-core throughput."""
    layers = jax.tree.map(lambda p: p.astype(jnp.bfloat16), layers)
    h = x.astype(jnp.bfloat16)
    for params in layers:
        h = block(params, h)
    return h


def init(key):
    ku, kd = jax.random.split(key)
    return {
        "up": 0.02 * jax.random.normal(ku, (DIM, 4 * DIM)),
        "down": 0.02 * jax.random.normal(kd, (4 * DIM, DIM)),
    }


layers = [init(k) for k in jax.random.split(jax.random.key(0), LAYERS)]
out = forward(layers, jax.random.normal(jax.random.key(1), (4_096, DIM)))
print(out.shape)
