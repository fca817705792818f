# not executed: nothing is rewritten
import jax
import optax
from flax.training.train_state import TrainState

adam = optax.adam(1e-3)
twice = optax.chain(optax.clip(1.0), optax.sgd(0.1), optax.scale(-0.5))  # want: JOL821 "a second minus"
without = optax.chain(
    optax.scale_by_adam(),
    optax.scale(1e-3),  # want: JOL821 "nothing in the chain has the minus"
)
schedule = optax.cosine_decay_schedule(1e-3, 1000)
scheduled = optax.chain(
    optax.scale_by_rms(),
    optax.scale_by_schedule(schedule),  # want: JOL821 "nothing in the chain"
)
growing = optax.chain(optax.adam(1e-3), optax.add_decayed_weights(1e-4))  # want: JOL821 "grow"


@jax.jit
def leaf_by_leaf(params, state, grads):
    updates, state = adam.update(grads, state)
    return jax.tree.map(lambda p, u: p - u, params, updates), state  # want: JOL821 "with its minus"


def at_once(params, state, grads):
    step, state = adam.update(grads, state)
    params = params - step  # want: JOL821 "subtracting it goes up the loss"
    return params, state


def others(params, states, grads):
    for optimizer, state in zip((twice, growing), states):
        updates, state = twice.update(grads, state, params)
        more, state = growing.update(grads, state, params)
        params = optax.apply_updates(optax.apply_updates(params, updates), more)
    updates, state = scheduled.update(grads, states[0], params)
    return optax.apply_updates(params, updates)


def begin(model, params):
    return TrainState.create(apply_fn=model.apply, params=params, tx=without)
