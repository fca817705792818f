"""The evaluation batch is donated, and its labels are fetched afterwards."""

import functools

import jax


def eval_step(task, state, batch, *, network, metrics):
    logits = network.apply({"params": state.params}, batch["x"], task=task)
    return metrics(logits, batch), logits


def evaluate(state, task, batches, network, metrics, steps, average):
    p_eval = jax.pmap(
        functools.partial(eval_step, network=network, metrics=metrics),
        axis_name="batch",
        static_broadcasted_argnums=(0,),
        donate_argnums=(2,),
    )
    rows, logits_of, labels_of = [], [], []
    for _ in range(steps):
        batch = next(batches)
        e_metrics, logits = p_eval(task, state, batch)
        if average:
            logits_of.append(jax.device_get(logits.reshape([-1, 8])))
            labels_of.append(jax.device_get(batch["label"].reshape([-1, 8])))  # want: JOL302
        rows.append(jax.device_get(e_metrics))
    return rows, logits_of, labels_of
