# not executed: the originals raise
import equinox as eqx
import optax
from flax import nnx

rated = optax.adam(lr=1e-3)  # want: JOL855 (error) "has no parameter `lr`"
decayed = optax.adam(1e-3, weight_decay=1e-4)  # want: JOL855 "has no parameter `weight_decay`"
finite = optax.apply_if_finite(optax.sgd(0.1))  # want: JOL855 "is not given `max_consecutive_errors`"
injected = optax.inject_hyperparams(optax.adam(1e-3))  # want: JOL855 "is given what it makes"


def clipped(grads):
    return optax.clip_by_global_norm(grads, 1.0)  # want: JOL855 "takes 1 argument by position"


def load(path):
    return eqx.tree_deserialise_leaves(path)  # want: JOL855 "is not given `like`"


def make(rngs):
    return nnx.Linear(4, 4, bias=False, rngs=rngs)  # want: JOL855 "has no parameter `bias`"
