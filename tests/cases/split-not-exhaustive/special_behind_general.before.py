# not executed: nothing is rewritten
from flax import nnx


class Adapter(nnx.Param):
    pass


class Special(Adapter):
    pass


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(4, 4, rngs=rngs)
        self.low = nnx.LoRA(4, 2, 4, rngs=rngs)
        self.shift = Adapter(0.0)


def parts(model):
    graph, rest, low = nnx.split(model, nnx.Param, nnx.LoRAParam)  # want: JOL834 (warning) "leaves nothing for `nnx.LoRAParam`"
    rest, own = nnx.state(model, nnx.Param, Special)  # want: JOL834 "`nnx.Param` leaves nothing for `Special`"
    graph, first, same, others = nnx.split(model, Adapter, Special, ...)  # want: JOL834 "`Adapter` leaves"
    graph, keys, counts, others = nnx.split(model, nnx.RngState, nnx.RngCount, ...)  # want: JOL834 "`nnx.RngCount`, whose"
    return graph, rest, low, own, first, same, others, keys, counts
