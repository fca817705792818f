import functools

import jax
import jax.numpy as jnp
import optax

opt = optax.adam(3e-4)


@functools.partial(jax.jit, donate_argnums=(0, 1))
def train_step(params, opt_state, step, batch):
    def loss_fn(p):
        logits = batch["x"] @ p["kernel"] + p["bias"]
        return optax.sigmoid_binary_cross_entropy(logits, batch["y"]).mean()

    loss, grads = jax.value_and_grad(loss_fn)(params)
    print("step", step, "loss", loss)
    updates, opt_state = opt.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


def train(params, loader):
    opt_state = opt.init(params)
    for i, batch in enumerate(loader):
        params, opt_state = train_step(params, opt_state, i, batch)
    return params
