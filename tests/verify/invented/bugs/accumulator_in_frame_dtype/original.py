import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.uniform(k1, (6, 8, 8)), jax.nn.softmax(jax.random.normal(k2, (6,))))


def run(frames, weights):
    """Weighted blend over time: frames (time >= 1, h, w) of any real dtype, weights float32."""
    blend = weights[0] * frames[0]
    for t in range(1, frames.shape[0]):
        blend = blend + weights[t] * frames[t]
    return blend
