"""`partial(jax.pmap, ...)` as a decorator; the new state has a name of its own."""

from functools import partial

import jax
import optax
from flax.jax_utils import replicate


@partial(jax.pmap, axis_name="batch")
def train_step(state, tokens, key):  # want: JOL301
    key = jax.random.fold_in(key, state.step)

    def loss_fn(params):
        logits = state.apply_fn(params, tokens[:, :-1], False, rngs={"dropout": key})
        return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()

    loss, grads = jax.value_and_grad(loss_fn, has_aux=False)(state.params)
    grads = jax.lax.pmean(grads, axis_name="batch")
    loss = jax.lax.pmean(loss, axis_name="batch")
    new_state = state.apply_gradients(grads=grads)
    return loss, new_state


def train(state, batches, keys, steps, every):
    state = replicate(state)
    for step in range(steps):
        tokens = next(batches)._numpy()
        loss, state = train_step(state, tokens, keys)
        if step % every == 0:
            print(step, loss[0])
    return state
