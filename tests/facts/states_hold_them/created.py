import optax
from flax.training.train_state import TrainState  # fact: states_hold_them plain


def created(module, key, x):
    params = module.init(key, x)["params"]
    return TrainState.create(apply_fn=module.apply, params=params, tx=optax.sgd(1.0))
