import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Classifier(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.tanh(nn.Dense(4)(x))
        x = nn.Dense(3)(x)
        x = nn.softmax(x, axis=-1)
        return x


class Detector(nnx.Module):
    def __init__(self, rngs):
        self.out = nnx.Linear(3, 3, rngs=rngs)

    def __call__(self, x):
        return nnx.sigmoid(self.out(x))


model = Classifier()


def predict(w, x):
    hidden = jnp.tanh(x @ w)
    if hidden.shape[-1] > 2:
        return jax.nn.softmax(hidden)
    return jax.nn.softmax(hidden, axis=0)


def of_model(variables, x, labels):
    out = model.apply(variables, x)
    return optax.softmax_cross_entropy_with_integer_labels(out, labels).mean()  # want: JOL816 "`out` has been through a softmax already"


def of_nnx(x, labels):
    detector = Detector(nnx.Rngs(0))
    return optax.sigmoid_binary_cross_entropy(detector(x), labels).mean()  # want: JOL816 "has been through a sigmoid already"


def run(w, x, labels):
    targets = jax.nn.one_hot(labels, 3)
    scores = predict(w, x)
    return optax.softmax_cross_entropy(logits=scores, labels=targets)  # want: JOL816 "`scores`"


def inputs(key):
    return jax.random.normal(key, (3, 3)), jax.random.normal(key, (5, 3)), jnp.arange(5) % 3
