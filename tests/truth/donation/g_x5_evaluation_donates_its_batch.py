"""The evaluation step donates its batch alone, which is dead after the call."""

import functools

import jax


def train_step(state, batch, *, network):
    def loss_fn(params):
        return (network.apply({"params": params}, batch["x"]) ** 2).mean()

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=jax.lax.pmean(grads, "batch")), {"loss": loss}


def eval_step(state, batch, *, network):
    out = network.apply({"params": state.params}, batch["x"])
    return jax.lax.psum({"loss": (out**2).sum()}, "batch")


def train(state, network, train_batches, eval_batches, steps, every):
    p_train = jax.pmap(
        functools.partial(train_step, network=network), axis_name="batch", donate_argnums=(0, 1)
    )
    p_eval = jax.pmap(
        functools.partial(eval_step, network=network), axis_name="batch", donate_argnums=(1,)
    )
    for step in range(steps):
        batch = next(train_batches)
        state, metrics = p_train(state, batch)
        if step % every == 0:
            rows = []
            for _ in range(10):
                batch = next(eval_batches)
                rows.append(jax.device_get(p_eval(state, batch)))
            print(step, rows)
    return state
