# not executed: what is deprecated works as it did
"""What libraries around JAX have and warn of."""

import equinox as eqx
import flax.linen as nn
import jax
import jaxopt  # want: JOL703 (info) "`jaxopt` is deprecated since JAXopt 0.8.4"
import optax
from flax.training import checkpoints, train_state  # want: JOL703 (info) "`flax.training.checkpoints` is deprecated since Flax 0.6.7"


class Layer(eqx.Module):
    size: int = eqx.static_field()  # want: JOL703 (warning) "`equinox.static_field` is deprecated since Equinox 0.10.6"


def attend(x):
    return nn.SelfAttention(num_heads=2)(jax.nn.relu(x))  # want: JOL703 (info) "`flax.linen.SelfAttention` is deprecated since Flax 0.7.5"


def norm(grads, loss):
    solver = jaxopt.LBFGS(loss)
    first = optax.global_norm(grads)  # want: JOL703 (info) "`optax.global_norm` is deprecated since Optax 0.2.7 .1 more use below"
    return first, optax.global_norm(grads), solver, checkpoints, train_state
