# not executed: there is no fix
from functools import partial

import jax
import jax.numpy as jnp
from flax import nnx, struct
from transformers import FlaxAutoModel, FlaxBertModel


@struct.dataclass
class Codec:
    params: dict
    module: object = struct.field(pytree_node=False)

    @classmethod
    def load(cls, path):
        module = FlaxAutoModel.from_pretrained(path)
        return cls(params=module.params, module=module)

    @jax.jit
    def encode(self, images):
        return self.module.apply({"params": self.params}, images)

    def sizes(self, images):
        return jnp.asarray(images.shape)


class Tuned:
    def __init__(self, module, params):
        self.module = module
        self.params = params

    def predict(self, x):
        return self.module.apply({"params": self.params}, x)


def encoders(path):
    codec = Codec.load(path)
    encode = jax.pmap(codec.encode)  # want: JOL113 (warning) "`codec.encode` is compiled with its object, so that `codec.params`"
    return encode, jax.jit(codec.sizes)


def tuned(module, params):
    model = Tuned(module, params)
    return jax.jit(model.predict)  # want: JOL113 (info) "so that `model.params` is compiled in"


def make_step(path, adapter, fine_tune):
    if fine_tune:
        model = FlaxBertModel.from_pretrained(path)
    else:
        model = FlaxBertModel(fine_tune)

    def train_step(params, batch):
        batch["base"] = model.params  # want: JOL113 (warning) "reads the weights `model.params` from around it"
        return adapter.apply(params, **batch)

    return jax.pmap(train_step)


def server(model):
    graphdef, state = nnx.split(model)

    @jax.jit
    def answer(tokens):
        return nnx.merge(graphdef, state)(tokens)  # want: JOL113 (info) "with `state` from around it"

    def run(state, tokens):
        return nnx.merge(graphdef, state)(tokens)

    return answer, jax.jit(partial(run, state))  # want: JOL113 (info) "`partial` binds arrays of `state` to `run`"
