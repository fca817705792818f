"""The parameters are donated, the optimizer's state is not; a factory returns the mapped update."""

import jax
import optax


def make_update_fn(*, apply_fn, tx):
    def update_fn(params, opt_state, batch, key):
        _, new_key = jax.random.split(key)
        drop = jax.random.fold_in(key, jax.lax.axis_index("batch"))

        def loss_fn(params, images, labels):
            logits = apply_fn({"params": params}, images, train=True, rngs={"dropout": drop})
            return optax.softmax_cross_entropy(logits, labels).mean()

        loss, grads = jax.value_and_grad(loss_fn)(params, batch["image"], batch["label"])
        grads = jax.tree.map(lambda g: jax.lax.pmean(g, axis_name="batch"), grads)
        updates, opt_state = tx.update(grads, opt_state)
        params = optax.apply_updates(params, updates)
        loss = jax.lax.pmean(loss, axis_name="batch")
        return params, opt_state, loss, new_key

    return jax.pmap(update_fn, axis_name="batch", donate_argnums=(0,))  # want: JOL301


def train(model, tx, params, opt_state, keys, batches, every):
    update = make_update_fn(apply_fn=model.apply, tx=tx)
    for step, batch in enumerate(batches):
        params, opt_state, loss, keys = update(params, opt_state, batch, keys)
        if step % every == 0:
            print(step, loss)
    return params
