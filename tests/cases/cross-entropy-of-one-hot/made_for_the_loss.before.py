# not executed: there is no fix
import jax
import optax
from flax.training import common_utils


def inline(logits, labels):
    return optax.softmax_cross_entropy(logits, jax.nn.one_hot(labels, 7)).mean()  # want: JOL311 (info) "`jax.nn.one_hot` makes a row"


def named(logits, labels):
    # One row for each label.
    rows = common_utils.onehot(labels, num_classes=logits.shape[-1])
    return optax.losses.softmax_cross_entropy(logits=logits, labels=rows)  # want: JOL311


def inputs(key):
    return jax.random.normal(key, (5, 7)), jax.numpy.arange(5) % 7


def run(logits, labels):
    return inline(logits, labels), named(logits, labels)
