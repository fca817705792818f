import jax
import jax.numpy as jnp
from flax.training.train_state import TrainState
import optax


def apply(variables, images, scale):
    return (images * scale) @ variables["params"]["w"]


@jax.jit
def train_step(state, batch):
    def loss_fn(params):
        logits = state.apply_fn({"params": params}, batch["image"], scale=2.0)
        return optax.softmax_cross_entropy_with_integer_labels(logits, batch["label"]).mean()

    grad_fn = jax.value_and_grad(loss_fn, argnums=0)
    loss, grads = grad_fn(state.params)
    logits = state.apply_fn({"params": state.params}, batch["image"], scale=2.0)  # want: JOL502
    accuracy = jnp.mean(jnp.argmax(logits, -1) == batch["label"])
    return state.apply_gradients(grads=grads), loss, accuracy


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (5, 3)), jax.random.normal(k2, (8, 5)), jnp.arange(8) % 3


def run(params, images, labels):
    state = TrainState.create(apply_fn=apply, params={"w": params}, tx=optax.sgd(0.1))
    state, loss, accuracy = train_step(state, {"image": images, "label": labels})
    return state.params, loss, accuracy
