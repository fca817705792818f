"""The second value and gradient are taken at a perturbed point."""

import jax
import jax.numpy as jnp


def sharpness_aware(loss_fn, params, inputs, targets, rho, eps=1e-12):
    loss, clean = jax.value_and_grad(loss_fn)(params, inputs, targets)
    length = jnp.sqrt(sum([jnp.vdot(g, g) for g in jax.tree.leaves(clean)]))
    moved = jax.tree.map(lambda a, b: a + rho * b / (length + eps), params, clean)
    _, robust = jax.value_and_grad(loss_fn)(moved, inputs, targets)
    return loss, jax.tree.map(lambda a, b: 0.5 * (a + b), clean, robust)
