# not executed: the models and the data are elsewhere
from functools import partial

import jax
import jax.numpy as jnp

from my_project import eval_step, fetch, get_batch, make_state, model_outputs, write


# The batch is donated as well, and unpacked after the call.
@partial(jax.jit, donate_argnums=(0, 1))
def train_step(state, batch):
    def loss_fn(params):
        xs, ys = batch
        return jnp.mean((state.apply_fn(params, xs) - ys) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), loss


def train(state, steps):
    for step in range(steps):
        batch = get_batch(step)
        state, loss = train_step(state, batch)
        if step % 100 == 0:
            xs, ys = batch  # want: JOL302 "`batch` was donated to `train_step` on line 24"
            print(loss, state.apply_fn(state.params, xs) - ys)
    return state


# An evaluation that donates its batch, which is drawn afterwards.
def evaluate(train_state, batches, metrics_fn):
    eval_step_pmapped = jax.pmap(
        partial(eval_step, metrics_fn=metrics_fn),
        axis_name="batch",
        donate_argnums=(1,),
    )
    all_metrics = []
    for step in range(10):
        eval_batch = next(batches)
        metrics, logits = eval_step_pmapped(train_state, eval_batch)
        all_metrics.append(metrics)
        if step == 0:
            write(eval_batch["inputs"], logits)  # want: JOL302 "`eval_batch` was donated"
    return all_metrics


# The fetch of the batch comes after the step.
def train_and_fetch(train_state, batches, step_fn):
    train_step_pmapped = jax.pmap(step_fn, axis_name="batch", donate_argnums=(0, 1))
    for train_batch in batches:
        train_state, predictions = train_step_pmapped(train_state, train_batch)
        fetch(train_batch["targets"], predictions)  # want: JOL302 "`train_batch` was donated"
    return train_state


# The state is donated on every turn and never stored again.
def fill_memory(rng, batches):
    update_pmapped = jax.pmap(model_outputs, axis_name="batch", donate_argnums=(0, 1))
    pmap_train_state = make_state(rng)
    memory = []
    for batch in batches:
        keys, values = update_pmapped(batch, pmap_train_state)  # want: JOL302 "next iteration passes"
        memory.append((keys, values))
    return memory


# A comprehension gives the state to every turn.
def losses_of(state, batches):
    return [train_step(state, batch)[1] for batch in batches]  # want: JOL302 "next iteration passes"
