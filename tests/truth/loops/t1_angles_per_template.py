"""Two lists, one per result, stacked after a loop over templates."""

import jax
import jax.numpy as jnp


def angles(positions, mask, kinds):
    a = positions[..., 0] * mask + kinds[..., None]
    return jnp.cos(a), mask * (a > 0)


def features(batch):
    count = batch["kinds"].shape[0]
    all_angles = []
    all_masks = []
    for i in range(count):  # want: JOL201
        template_angles, template_mask = angles(
            batch["positions"][i, :, :],
            batch["mask"][i, :],
            batch["kinds"][i, :],
        )
        all_angles.append(template_angles)
        all_masks.append(template_mask)
    chi = jnp.stack(all_angles, axis=0)
    chi_mask = jnp.stack(all_masks, axis=0)
    return jnp.concatenate([jnp.sin(chi), chi_mask], axis=-1)


features_of = jax.jit(features)
