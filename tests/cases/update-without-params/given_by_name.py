"""What a line search and a plateau need, by name, or in a dictionary that is not seen."""

import optax
from optax import contrib

search = optax.lbfgs()
plateau = optax.chain(optax.adam(1e-3), contrib.reduce_on_plateau(patience=5))


def step(params, states, grads, value, loss, extra):
    updates, _ = search.update(
        grads, states[0], params, value=value, grad=grads, value_fn=loss
    )
    more, _ = plateau.update(grads, states[1], params, value=value)
    last, _ = search.update(grads, states[0], params, **extra)
    return updates, more, last
