# not executed: the fix is for people
import jax
import jax.numpy as jnp


def smoothed(frames):
    frame = frames[0]

    @jax.jit
    def blend(flat):
        return flat.reshape(frame.shape) + frame  # want: JOL111 "reads `frame`"

    out = []
    for new in frames:
        out.append(blend(jnp.ravel(new)))
        frame = 0.5 * frame + new
    return out
