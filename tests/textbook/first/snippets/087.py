from functools import partial

import jax
import jax.numpy as jnp
import optax
from jax import lax

tx = optax.sgd(0.1)


def loss_fn(params, batch):
    logits = batch["x"] @ params["w"] + params["b"]
    return optax.softmax_cross_entropy_with_integer_labels(logits, batch["y"]).mean()


@partial(jax.pmap, axis_name="batch", donate_argnums=(0, 1))
def train_step(params, opt_state, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    loss = lax.pmean(loss, axis_name="batch")
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


def train(params, opt_state, sharded_batches):
    for batch in sharded_batches:
        params, opt_state, loss = train_step(params, opt_state, batch)
    return params, loss
