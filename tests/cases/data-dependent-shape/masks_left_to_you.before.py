# not executed: the originals raise, and there is no rewrite
import jax
import jax.numpy as jnp


@jax.jit
def selected(x, values):
    mask = x > 0
    x = x.at[mask].set(values)  # want: JOL104
    y = jnp.sin(x).at[mask].add(1.0)  # want: JOL104
    z = x.at[mask].get()  # want: JOL104
    w = x.at[0, mask].set(0.0)  # want: JOL104
    return jnp.min(x[mask]), x[mask], jnp.sum(x[mask], axis=0), y, z, w  # want: JOL104 JOL104 JOL104


def per_token(logits):
    return -jax.nn.log_softmax(logits, axis=-1)[..., 0]


@jax.jit
def chosen(logits, targets):
    losses = per_token(logits)
    valid = targets != 0
    return losses[valid]  # want: JOL104
