import flax.linen as nn  # noqa: F401


def settings(config):
    low, high = config.pop("params")  # a pair, for all that is known
    return low, high


def started(tracker):
    state = tracker.init()
    first, second = state.pop("bounds")
    return first, second


def one(model, key, x):
    variables = model.init(key, x)
    params = variables.pop("params")
    return params, variables
