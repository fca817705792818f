import jax
import jax.numpy as jnp

history = []


@jax.jit(donate_argnums=0)
def ema_update(avg, x, decay):
    new = decay * avg + (1 - decay) * x
    history.append(jnp.abs(new - avg).max())
    return new


def track(stream, dim, decay=0.99):
    avg = jnp.zeros(dim)
    for x in stream:
        avg = ema_update(avg, x, decay)
    return avg, history
