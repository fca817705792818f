import pathlib
import tempfile

import jax.numpy as jnp
import orbax.checkpoint as ocp
from flax import nnx


class TwoLayer(nnx.Module):
    def __init__(self, *, rngs):
        self.a = nnx.Linear(4, 256, rngs=rngs)
        self.b = nnx.Linear(256, 1, rngs=rngs)

    def __call__(self, x):
        return self.b(nnx.relu(self.a(x)))


def export(model, directory):
    checkpointer = ocp.StandardCheckpointer()
    checkpointer.save(directory, nnx.state(model))


def load(directory):
    abstract = nnx.eval_shape(lambda: TwoLayer(rngs=nnx.Rngs(0)))
    graphdef, abstract_state = nnx.split(abstract)
    with ocp.StandardCheckpointer() as checkpointer:
        return nnx.merge(graphdef, checkpointer.restore(directory, abstract_state))


directory = pathlib.Path(tempfile.mkdtemp()).resolve() / "model"
export(TwoLayer(rngs=nnx.Rngs(0)), directory)
model = load(directory)
print(model(jnp.ones((2, 4))).shape)
