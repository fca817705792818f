import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (4, 6, 3)), jax.random.randint(k2, (4,), 1, 7)


def run(hidden, lengths):
    """Hidden state at the last valid position of each sequence, zeros for an empty one."""
    out = []
    for h, n in zip(hidden, lengths.tolist()):
        out.append(h[n - 1] if n > 0 else jnp.zeros_like(h[0]))
    return jnp.stack(out)
