# not executed: there is no fix
import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def total(x):
    return jnp.sum(x)


class Archive:
    def __init__(self, cells):
        self.cells = cells
        self._renew = jax.jit(jax.vmap(lambda cell, all_of_them: cell, in_axes=(0, None)))

    def tell(self, fitness):
        found = jnp.unique(self.cells)  # want: JOL104 (info) "`self._renew` is compiled again for each"
        return self._renew(found, fitness)


def in_a_loop(xs):
    out = []
    for x in xs:
        chosen = np.flatnonzero(x > 0)  # want: JOL104 "compiled again"
        out.append(total(x[chosen]))
        out.append(total(jnp.nonzero(x)[0]))  # want: JOL104 "how many results `nonzero` has"
    return out


def cross_entropy(logits, labels, ignored=-1):
    scores = jax.nn.log_softmax(logits)[jnp.arange(logits.shape[0]), labels]
    places = jnp.nonzero(labels == ignored)[0]  # want: JOL104 "which are traced \(jit at .*through `train_step`\): it raises"
    return -jnp.mean(scores.at[places].set(0.0))


@jax.jit
def train_step(params, x, y):
    def loss_fn(p):
        return cross_entropy(x @ p, y)

    return jax.grad(loss_fn)(params)
