"""What was donated is deleted: harmless, whether one by one or over the tree."""

import functools

import jax


def train_step(state, batch, *, network):
    def loss_fn(params):
        return (network.apply({"params": params}, batch["x"]) ** 2).mean()

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=jax.lax.pmean(grads, "batch")), loss


def train(state, network, batches, steps, hooks):
    p_step = jax.pmap(
        functools.partial(train_step, network=network), axis_name="batch", donate_argnums=(0, 1)
    )
    for step in range(steps):
        batch = next(batches)
        state, loss = p_step(state, batch)
        for hook in hooks:
            hook(step)
        jax.tree_util.tree_map(lambda leaf: leaf.delete(), batch)
    return state
