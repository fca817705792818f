"""The second call stands in the else branch of the first."""

import functools

import jax


def eval_step(state, batch, *, network, everything=False):
    out = network.apply({"params": state.params}, batch["x"])
    if everything:
        return (out**2).mean(), jax.lax.all_gather(out, "batch"), batch["label"]
    return (out**2).mean(), {}


def evaluate(state, network, batches, steps, precision):
    p_eval = jax.pmap(
        functools.partial(eval_step, network=network, everything=precision),
        axis_name="batch",
        donate_argnums=(1,),
    )
    rows, outs = [], []
    for _ in range(steps):
        batch = next(batches)
        if not precision:
            metrics, _ = p_eval(state, batch)
        else:
            metrics = p_eval(state, batch)
            metrics, out, labels = metrics
            outs.append(jax.device_get((out, labels)))
        rows.append(metrics)
    return rows, outs
