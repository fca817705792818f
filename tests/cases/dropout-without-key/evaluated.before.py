# not executed: there is no fix
# Models that are evaluated as they were made.
import equinox as eqx
import jax
import jax.numpy as jnp


class Net(eqx.Module):
    first: eqx.nn.Linear
    drop: eqx.nn.Dropout
    last: eqx.nn.Linear

    def __init__(self, key):
        a, b = jax.random.split(key)
        self.first = eqx.nn.Linear(4, 8, key=a)
        self.drop = eqx.nn.Dropout(p=0.5)
        self.last = eqx.nn.Linear(8, 2, key=b)

    def __call__(self, x, key=None):
        hidden = self.drop(jax.nn.relu(self.first(x)), key=key)
        return self.last(hidden)


class Positional(eqx.Module):
    drop: eqx.nn.Dropout

    def __init__(self):
        self.drop = eqx.nn.Dropout(0.1)

    def __call__(self, x, *, rng=None):
        return self.drop(x, key=rng) * 2.0


@eqx.filter_jit
def accuracy(model, x, y):
    logits = jax.vmap(model)(x)  # want: JOL808 "`Net` is called without `key`"
    return jnp.mean(jnp.argmax(logits, axis=-1) == y)


def evaluate(net, rows):
    return [accuracy(net, x, y) for x, y in rows]


def main(rows):
    return evaluate(Net(jax.random.key(0)), rows)


def one(x):
    layer = Positional()
    return layer(x)  # want: JOL808 "without `rng`"
