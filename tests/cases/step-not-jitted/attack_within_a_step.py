"""An attack stops the gradient that its caller takes: it runs in a step that is traced."""

import jax
import jax.numpy as jnp
import optax


def attack(loss_fn, start, image, label, steps, optimizer):
    def loss_at(change):
        return jnp.mean(loss_fn(image + change, label))

    change = start
    state = optimizer.init(change)
    gradient_of = jax.value_and_grad(loss_at)
    losses = []
    for _ in range(steps):
        loss, gradient = gradient_of(change)
        losses.append(loss)
        updates, state = optimizer.update(jnp.sign(gradient), state, change)
        change = optax.apply_updates(change, updates)
    return jax.lax.stop_gradient(image + change), losses
