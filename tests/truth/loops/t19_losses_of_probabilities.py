import jax
import jax.numpy as jnp
from jax import nn


def output_loss(targets, out, loss):
    if loss == "mse":
        return 0.5 * jnp.mean((targets - out) ** 2)
    return -jnp.mean(jnp.sum(targets * jnp.log(jax.nn.softmax(out)), axis=-1))  # want: JOL505


def action_log_prob(model, params, observation, action):
    logits = model.apply(params, observation)
    return jnp.log(nn.softmax(logits)[action])  # want: JOL505


def make_loss(apply_fn, batch):
    def loss_fn(params):
        chosen = apply_fn(params, batch["chosen"])
        rejected = apply_fn(params, batch["rejected"])
        loss = -jnp.mean(jnp.log(jax.nn.sigmoid(chosen - rejected)))  # want: JOL505
        accuracy = (chosen > rejected).astype("float32").mean()
        return loss, accuracy

    return jax.value_and_grad(loss_fn, has_aux=True)


def scores(table):
    return jax.grad(lambda p: jnp.log(nn.softmax(p, axis=1))[0, 1])(table)  # want: JOL505
