# not executed: it raises
import flax.linen as nn  # noqa: F401


def create(model, key, x):
    state, params = model.init(key, x).pop("params")  # want: JOL713 "plain dictionary"
    return params, state


def step(apply, variables, x):
    outputs, variables_new = apply(variables, x, mutable=True)
    rest, params = variables_new.pop("params")  # want: JOL713 "`variables_new` is a plain dictionary"
    return outputs, params, rest


def build(model_def, inputs):
    variables = model_def.init(*inputs)
    _, params = variables.pop("params")  # want: JOL713 "unpacking that into two names fails"
    return params
