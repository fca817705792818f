import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.uniform(k1, (6, 8, 8)), jax.nn.softmax(jax.random.normal(k2, (6,))))


def run(frames, weights):
    """Weighted blend over time: frames (time >= 1, h, w) of any real dtype, weights float32."""

    def add(blend, frame_and_weight):
        frame, weight = frame_and_weight
        return (blend + weight * frame).astype(blend.dtype), None

    start = jnp.zeros_like(frames[0])
    return jax.lax.scan(add, start, (frames, weights))[0]
