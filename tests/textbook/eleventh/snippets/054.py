import json
import pathlib
import tempfile

import equinox as eqx
import jax
import jax.numpy as jnp


def make(hyperparams, *, key):
    return eqx.nn.MLP(**hyperparams, activation=jax.nn.tanh, key=key)


def save(path, hyperparams, model):
    with open(path, "wb") as f:
        f.write((json.dumps(hyperparams) + "\n").encode())
        eqx.tree_serialise_leaves(f, model)


def load(path):
    with open(path, "rb") as f:
        hyperparams = json.loads(f.readline().decode())
        skeleton = eqx.filter_eval_shape(make, hyperparams, key=jax.random.key(0))
        return eqx.tree_deserialise_leaves(f, skeleton)


path = pathlib.Path(tempfile.mkdtemp()) / "mlp.eqx"
config = {"in_size": 3, "out_size": 2, "width_size": 8, "depth": 1}
model = make(config, key=jax.random.key(42))
save(path, config, model)
restored = load(path)
x = jnp.arange(3.0)
print(jnp.array_equal(model(x), restored(x)))
