import flax
import optax
from flax.training.train_state import TrainState  # fact: states_hold_them not known


def created(module, key, x):
    params = flax.core.freeze(module.init(key, x)["params"])
    return TrainState.create(apply_fn=module.apply, params=params, tx=optax.sgd(1.0))
