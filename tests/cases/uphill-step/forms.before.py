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
RATE = 3e-3
named = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.scale_by_adam(),
    optax.scale(RATE),  # want: JOL821 "nothing in the chain has the minus"
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
    updates, state = named.update(grads, states[1], params)
    params = optax.apply_updates(params, updates)
    updates, state = scheduled.update(grads, states[0], params)
    return optax.apply_updates(params, updates)


def begin(model, params):
    return TrainState.create(apply_fn=model.apply, params=params, tx=without)


rated = optax.chain(optax.adam(1e-3), optax.scale_by_learning_rate(1e-3))  # want: JOL821 "turns the step around"


def doubled(params, state, grads):
    updates, state = rated.update(grads, state, params)
    return optax.apply_updates(params, updates), state


def loss(params, x):
    return ((x @ params) ** 2).mean()


def as_they_are(params, x):
    grads = jax.grad(loss)(params, x)
    value, slopes = jax.value_and_grad(loss)(params, x)
    params = optax.apply_updates(params, grads)  # want: JOL821 "is the gradient itself"
    return optax.apply_updates(params, slopes), value  # want: JOL821 "`slopes` is the gradient itself"
