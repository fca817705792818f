# not executed: nothing is rewritten
import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState


def loss(params, x, y):
    return jnp.mean((x @ params["w"] - y) ** 2)


optimizer = optax.chain(
    optax.clip_by_global_norm(0.5),
    optax.add_decayed_weights(1e-4),
    optax.scale_by_lion(b1=0.9),  # want: JOL821 "nothing in the chain multiplies by minus the learning rate"
)
handed = optax.chain(optax.clip(1.0), optax.scale_by_rms())  # want: JOL821 "`optax.scale_by_rms`"


@jax.jit
def step(params, state, x, y):
    value, grads = jax.value_and_grad(loss)(params, x, y)
    updates, state = optimizer.update(grads, state, params)
    return optax.apply_updates(params, updates), state, value


def begin(model, params):
    return TrainState.create(apply_fn=model.apply, params=params, tx=handed)
