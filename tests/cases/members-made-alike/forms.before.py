# not executed: nothing is rewritten
import equinox as eqx
import jax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.layer = nnx.Linear(4, 4, rngs=rngs)


@nnx.vmap(in_axes=None, out_axes=0, axis_size=10)  # want: JOL852 (warning) "nothing is mapped over"
def make(key):
    return Net(nnx.Rngs(key))


def build(key, width):
    return eqx.nn.Linear(width, width, key=key)


def main(key):
    models = eqx.filter_vmap(build, in_axes=(None, None), axis_size=4)(key, 8)  # want: JOL852 "the same for every member"
    noise = jax.vmap(lambda k: jax.random.normal(k), in_axes=None, axis_size=3)(key)  # want: JOL852
    return make(key), models, noise
