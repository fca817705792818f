# not executed: there is no fix
# Steps on several devices, in which nothing reduces the gradients.
import functools

import jax
import jax.numpy as jnp
import optax
from flax.training import train_state
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((4,), ("data",))


def loss_fn(params, batch):
    return jnp.mean((batch["x"] @ params["w"] - batch["y"]) ** 2)


def train_step(state: train_state.TrainState, batch):
    def loss(params):
        logits = state.apply_fn({"params": params}, batch["x"])
        errors = optax.softmax_cross_entropy_with_integer_labels(logits, batch["y"])
        return errors.mean(), logits

    (value, logits), grads = jax.value_and_grad(loss, has_aux=True)(state.params)
    hits = jnp.mean(logits.argmax(-1) == batch["y"])
    metrics = jax.lax.pmean({"loss": value, "accuracy": hits}, axis_name="batch")
    metrics["norm"] = optax.global_norm(grads)
    state = state.apply_gradients(grads=grads)  # want: JOL613 "copies of the model drift apart"
    return state, metrics


p_train_step = jax.pmap(train_step, axis_name="batch", donate_argnums=(0,))


class Trainer:
    def __init__(self, rate):
        self.tx = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(rate))
        self.update = jax.pmap(self.one_update, axis_name="i")

    def one_update(self, params, opt_state, batch):
        value, grads = jax.value_and_grad(loss_fn)(params, batch)
        grads = jax.tree.map(lambda g: g.astype(jnp.float32), grads)
        updates, opt_state = self.tx.update(grads, opt_state, params)  # want: JOL613 "line 41"
        params = optax.apply_updates(params, updates)
        return params, opt_state, jax.lax.psum(value, "i")


@jax.jit
@functools.partial(
    jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=(P(), P()), check_vma=False
)
def descend(params, batch):
    value, grads = jax.value_and_grad(loss_fn)(params, batch)
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)  # want: JOL613 "that of one"
    return params, jax.lax.pmean(value, "data")


def one_weight(w, x):
    grad = jax.grad(lambda w: jnp.mean((x @ w) ** 2))(w)
    return w - 0.1 * grad  # want: JOL613 "nothing reduces it under this `shard_map`"


sharded = jax.shard_map(
    one_weight, mesh=mesh, in_specs=(P(), P("data")), out_specs=P(), check_vma=False
)
