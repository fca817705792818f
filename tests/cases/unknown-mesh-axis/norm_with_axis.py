"""A model with batch normalization under a `vmap` that names the axis."""

import equinox as eqx
import jax


class Net(eqx.Module):
    norm: eqx.nn.BatchNorm

    def __init__(self, key):
        self.norm = eqx.nn.BatchNorm(4, axis_name="rows", mode="batch")

    def __call__(self, x, state):
        return self.norm(x, state)


net, state = eqx.nn.make_with_state(Net)(jax.random.key(0))


def trained(xs, members):
    one = jax.vmap(net, in_axes=(0, None), out_axes=(0, None), axis_name="rows")(xs, state)
    return one, jax.vmap(net, in_axes=(0, None), out_axes=(0, None))
