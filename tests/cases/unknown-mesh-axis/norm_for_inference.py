"""A model whose batch normalization goes by its statistics, and one that is not mapped here."""

import equinox as eqx
import jax


class Net(eqx.Module):
    norm: eqx.nn.BatchNorm

    def __init__(self, key):
        self.norm = eqx.nn.BatchNorm(4, axis_name="rows", mode="batch")

    def __call__(self, x, state):
        return self.norm(x, state)


class Other(eqx.Module):
    linear: eqx.nn.Linear

    def __init__(self, key):
        self.linear = eqx.nn.Linear(4, 4, key=key)

    def __call__(self, x, state):
        return self.linear(x), state


def predict(path, x):
    net, state = eqx.nn.make_with_state(Net)(jax.random.key(0))
    net = eqx.nn.inference_mode(eqx.tree_deserialise_leaves(path, net))
    other, _ = eqx.nn.make_with_state(Other)(jax.random.key(1))
    first, _ = jax.vmap(net, in_axes=(0, None), out_axes=(0, None))(x, state)
    return first, jax.vmap(other, in_axes=(0, None), out_axes=(0, None))(x, state)
