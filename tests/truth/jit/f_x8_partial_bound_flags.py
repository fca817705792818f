"""Flags, options and networks are bound by `partial` before the step is mapped."""

import functools

import jax


def train_step(state, batch, *, network, loss_fn, options, debug=False):
    key, drop = jax.random.split(state.key)
    if options.get("mix") and options.mix.alpha:
        batch = {**batch, "x": batch["x"] * options.mix.alpha}
    if debug:
        print("tracing", batch["x"].shape)

    def training_loss(params):
        out = network.apply({"params": params}, batch["x"], rngs={"dropout": drop}, debug=debug)
        return loss_fn(out, batch)

    loss, grads = jax.value_and_grad(training_loss)(state.params)
    grads = jax.lax.pmean(grads, axis_name="dev")
    if options.get("limit") is not None:
        grads = jax.tree.map(lambda g: g.clip(-options.limit, options.limit), grads)
    return state.apply_gradients(grads=grads).replace(key=key), loss


def train(state, model, options, batches):
    p_step = jax.pmap(
        functools.partial(
            train_step,
            network=model.network,
            loss_fn=model.loss,
            options=options,
            debug=options.debug,
        ),
        axis_name="dev",
        donate_argnums=(0, 1),
    )
    for batch in batches:
        state, loss = p_step(state, batch)
    return state, loss
