"""Filters that take all, models that hold parameters only, and what is not known."""

from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(4, 4, rngs=rngs)
        self.norm = nnx.BatchNorm(4, rngs=rngs)


class Plain(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(4, 4, rngs=rngs)
        self.norm = nnx.LayerNorm(4, rngs=rngs)


model, plain = Net(nnx.Rngs(0)), Plain(nnx.Rngs(0))
only = Plain(nnx.Rngs(0))
graph, state = nnx.split(model)
graph, params, rest = nnx.split(model, nnx.Param, ...)
graph, params = nnx.split(only, nnx.Param)
graph, *states = nnx.split(model, nnx.Param, ...)


def apart(model, filters):
    graph, params = nnx.split(model, *filters)
    return graph, params, nnx.split(model, nnx.Param)


class Adapter(nnx.Param):
    pass


class Running(nnx.Variable):
    pass


graph, adapters, params, rest = nnx.split(plain, nnx.LoRAParam, nnx.Param, ...)
graph, special, params, rest = nnx.split(plain, Adapter, nnx.Param, ...)
running, stats = nnx.state(model, Running, nnx.BatchStat)
