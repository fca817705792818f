import jax
import jax.numpy as jnp
import numpy as np


class Strategy:
    def __init__(self, weights):
        mask = weights > 0
        self.parents = weights[mask]
        self.update = jax.jit(self._update)

    def _update(self, state):
        return state * jnp.sum(self.parents)


@jax.jit
def predict(params, tokens):
    return jnp.argmax(tokens @ params, axis=-1)


def evaluate(params, batches):
    done = []
    for tokens in batches:
        predicted = np.asarray(predict(params, tokens))
        done.append(predicted[predicted > 0])
    return done
