"""Trees of variables that come back from a compiled step with fewer collections."""

import flax.linen as nn
import jax


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.BatchNorm(use_running_average=False)(x)


@jax.jit
def step(variables, x):
    y, variables = Net().apply(variables, x, mutable=["batch_stats", "cache"])
    return y, variables


def run(key, xs):
    variables = Net().init(key, xs[0])
    for x in xs:
        y, variables = step(variables, x)  # fact: lost_collections variables: batch_stats, cache
    other = Net().init(key, xs[0])["batch_stats"]
    for x in xs:
        y, other = step(other, x)
    return variables, other
