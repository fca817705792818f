# not executed: the originals raise
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(4, 4, rngs=rngs)
        self.norm = nnx.BatchNorm(4, rngs=rngs)


model = Net(nnx.Rngs(0))
graph, params = nnx.split(model, nnx.Param)  # want: JOL834 "no filter takes them"
graph, rest, params = nnx.split(model, ..., nnx.Param)  # want: JOL834 "the last filter"
graph, params, rest = nnx.split(model)  # want: JOL834 "gives 2 parts"
