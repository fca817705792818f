# not executed: the fix is refused
# Parts are only moved: one indexed write does it, no `vmap`.
import jax.numpy as jnp


def blocks(sigma: jnp.ndarray, orbitals: int):
    out = jnp.zeros((4, orbitals, 4, orbitals))
    for a in range(orbitals):  # want: JOL201 "copies the whole of `out`"
        out = out.at[:, a, :, a].set(sigma[:, :, a])
    return out
