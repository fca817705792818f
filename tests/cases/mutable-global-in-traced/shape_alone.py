"""The next array under a name has the shape and the type of the last one."""

import jax
import jax.numpy as jnp


def smoothed(frames, rate):
    frame = frames[0]

    @jax.jit
    def blend(flat):
        start = jnp.zeros_like(frame)
        return start + rate * flat.reshape(frame.shape).astype(frame.dtype)

    out = []
    for new in frames:
        out.append(blend(jnp.ravel(new)))
        frame = 0.5 * frame + new
    return out, frame
