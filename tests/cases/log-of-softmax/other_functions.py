# Other bases, other libraries and functions of one's own.
import jax
import jax.numpy as jnp
import numpy as np
import scipy.special
import torch
from jax.nn import softmax as soft


def softmax(x):
    return jnp.exp(x) / jnp.sum(jnp.exp(x))


def bits(logits):
    return jnp.log2(jax.nn.softmax(logits)), jnp.log10(soft(logits))


def on_the_host(logits):
    return np.log(scipy.special.softmax(logits)), np.log(jax.nn.softmax(logits))


def of_my_own(logits):
    return jnp.log(softmax(logits))


def of_torch(logits):
    return torch.log(torch.softmax(logits, -1)), jnp.log(torch.softmax(logits, -1).numpy())


def with_a_network(sigmoid, x):
    return jnp.log(sigmoid(x)), jax.nn.log_softmax(jnp.log(x))
