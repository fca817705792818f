"""A decorated step returns the new train state; the caller rebinds it."""

import jax
import jax.numpy as jnp
import optax
from flax.training import train_state


def tell(logits, labels):
    return {"accuracy": jnp.mean(logits.argmax(-1) == labels)}


@jax.jit
def train_step(  # want: JOL301
    state: train_state.TrainState, batch: dict, key: jax.Array, end: int
) -> tuple[train_state.TrainState, dict]:
    labels = batch["answer"][:, 1:]
    key = jax.random.fold_in(key, state.step)

    def loss_fn(params):
        logits = state.apply_fn({"params": params}, batch["query"], rngs={"cell": key})
        loss = optax.softmax_cross_entropy_with_integer_labels(logits, labels)
        return jnp.mean(loss * (labels != end)), logits

    (_, logits), grads = jax.value_and_grad(loss_fn, has_aux=True)(state.params)
    state = state.apply_gradients(grads=grads)
    return state, tell(logits, labels)


def train(state, batches, key, end, every):
    for step, batch in enumerate(batches):
        state, metrics = train_step(state, batch, key, end)
        if step % every == 0:
            print(step, metrics)
    return state
