"""Now and then the batch that was donated is fetched to be drawn."""

import functools

import jax


def train_step(state, batch, task, *, network):
    def loss_fn(params):
        out = network.apply({"params": params}, batch["x"], task=task)
        return (out**2).mean(), out

    (loss, out), grads = jax.value_and_grad(loss_fn, has_aux=True)(state.params)
    grads = jax.lax.pmean(grads, "batch")
    return state.apply_gradients(grads=grads), {"loss": loss}, out


def train(state, network, next_batch, writer, draw, steps, draw_every):
    p_step = jax.pmap(
        functools.partial(train_step, network=network),
        axis_name="batch",
        static_broadcasted_argnums=(2,),
        donate_argnums=(0, 1),
    )
    rows = []
    for step in range(steps):
        batch, task = next_batch(step)
        state, metrics, out = p_step(state, batch, task)
        rows.append(metrics)
        if draw_every and step % draw_every == 0:
            to_cpu = lambda tree: jax.device_get(jax.tree.map(lambda a: a.reshape(-1), tree))
            writer.write_images(step, draw(to_cpu(out), to_cpu(batch)))  # want: JOL302
    return state
