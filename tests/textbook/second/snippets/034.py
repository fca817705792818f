import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax.training.train_state import TrainState


def loss_and_metrics(state, params, batch):
    logits = state.apply_fn({"params": params}, batch["x"])
    loss = optax.softmax_cross_entropy_with_integer_labels(logits, batch["y"]).mean()
    return loss, {"loss": loss, "acc": jnp.mean(logits.argmax(-1) == batch["y"])}


def train_step(state, batch):
    grads, metrics = jax.grad(lambda p: loss_and_metrics(state, p, batch), has_aux=True)(state.params)
    return state.apply_gradients(grads=grads), metrics


p_train_step = jax.jit(train_step, donate_argnums=0)


def run_epoch(state, batches):
    collected = []
    for batch in batches:
        state, metrics = p_train_step(state, batch)
        collected.append(jax.device_get(metrics))
    return state, {k: np.mean([m[k] for m in collected]) for k in collected[0]}


def create(model: nn.Module, x):
    params = model.init(jax.random.key(0), x)["params"]
    return TrainState.create(apply_fn=model.apply, params=params, tx=optax.adam(1e-3))
