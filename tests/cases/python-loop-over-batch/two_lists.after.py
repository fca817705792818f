"""Two lists from one loop, with rows taken along two axes and comments in the way."""

import jax
import jax.numpy as jnp


def features(batch, mask):
    n, _ = mask.shape
    # Collected per item.
    # A
    # B

    def one(position_i, mask_i, weight_i):
        # C
        x = position_i  # D
        h = jnp.sin(x) * mask_i[0]
        # E
        norms_i = jnp.sum(h * weight_i)  # F
        # G
        return h, norms_i

    all_angles, all_norms = jax.vmap(one, in_axes=(0, 0, 1), out_axes=(1, 0))(
        batch["position"], mask, batch["weight"]
    )
    return all_angles, all_norms


def run(batch, mask):
    return features(batch, mask)


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    batch = {"position": jax.random.normal(k1, (2, 3)), "weight": jax.random.normal(k2, (3, 2))}
    return batch, jax.random.normal(k3, (2, 2))
