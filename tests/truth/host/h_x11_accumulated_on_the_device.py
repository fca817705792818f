"""The accuracy is summed on the device and fetched once per epoch."""

import jax
import jax.numpy as jnp


def train_step(state, batch):
    def loss_fn(params):
        out = batch["image"] @ params
        return jnp.mean((out - batch["label"]) ** 2), out

    (loss, out), grads = jax.value_and_grad(loss_fn, has_aux=True)(state)
    hits = jnp.mean(out.argmax(-1) == batch["label"].argmax(-1))
    return state - 0.1 * jax.lax.pmean(grads, "batch"), {"accuracy": hits}


def fit(state, loader, epochs, devices):
    p_train_step = jax.pmap(train_step, axis_name="batch", donate_argnums=(0,))
    for epoch in range(epochs):
        accuracy = 0.0
        n = 0
        for image, label in loader:
            if image.shape[0] % devices != 0:
                continue
            image = jnp.reshape(image, (devices, -1) + image.shape[1:])
            label = jnp.reshape(label, (devices, -1) + label.shape[1:])
            state, metrics = p_train_step(state, {"image": image, "label": label})
            accuracy += metrics["accuracy"]
            n += 1
        accuracy /= n
        print(epoch, jnp.mean(accuracy))
    return state
