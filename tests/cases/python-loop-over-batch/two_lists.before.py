"""Two lists from one loop, with rows taken along two axes and comments in the way."""

import jax
import jax.numpy as jnp


def features(batch, mask):
    n, _ = mask.shape
    # Collected per item.
    angles = []  # A
    norms = []
    # B
    for i in range(n):  # want: JOL201 "`angles` and `norms` are"
        # C
        x = batch["position"][i, :]  # D
        h = jnp.sin(x) * mask[i, 0]
        angles.append(h)  # E
        norms.append(jnp.sum(h * batch["weight"][:, i]))  # F
        # G
    all_angles = jnp.stack(angles, axis=1)
    all_norms = jnp.stack(norms)
    return all_angles, all_norms


def run(batch, mask):
    return features(batch, mask)


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    batch = {"position": jax.random.normal(k1, (2, 3)), "weight": jax.random.normal(k2, (3, 2))}
    return batch, jax.random.normal(k3, (2, 2))
