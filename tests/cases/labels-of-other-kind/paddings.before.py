# not executed: nothing is rewritten
import jax.numpy as jnp
import optax


def counted(lengths, most):
    return jnp.asarray(jnp.arange(most)[None, :] < lengths[:, None])


def loss(logits, frames, labels, sizes):
    valid = counted(frames, logits.shape[1]).astype(jnp.float32)
    over = jnp.arange(labels.shape[1]) >= sizes[:, None]
    return optax.ctc_loss(logits, valid, labels, over)  # want: JOL825 (warning) "`valid` is 1 where a row is not yet over"


def by_name(logits, frames, labels, sizes):
    over = 1.0 - counted(frames, logits.shape[1])
    here = sizes[:, None] > jnp.arange(labels.shape[1])
    return optax.ctc_loss(
        logits, over, labels, label_paddings=here  # want: JOL825 "`label_paddings` is 1 where it is padded"
    )
