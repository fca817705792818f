# not executed: nothing is rewritten
import optax
from flax import nnx

labels = {"body": "frozen", "head": "train"}
only_head = optax.masked(optax.adam(1e-3), {"body": False, "head": True})  # want: JOL824 (warning) "as they are"
by_label = optax.multi_transform(
    {"train": optax.adam(1e-3), "freeze": optax.set_to_zero()},
    {"body": "frozen", "head": "train"},  # want: JOL824 (error) "no transformation is given"
)


def step(params, state, grads):
    updates, state = only_head.update(grads, state, params)
    return optax.apply_updates(params, updates), state


def make(model, mask):
    tx = optax.masked(optax.sgd(0.1), mask)  # want: JOL824 "optax.sgd"
    return nnx.Optimizer(model, tx, wrt=nnx.Param)
