# not executed: the originals raise
import jax
import optax
from optax import contrib

search = optax.lbfgs()
plateau = optax.chain(optax.adam(1e-3), contrib.reduce_on_plateau(patience=5))


def step(params, states, grads, value):
    updates, state = search.update(grads, states[0], params)  # want: JOL712 "`value` and `grad`"
    more, state = plateau.update(grads, states[1], params)  # want: JOL712 "needs `value`"
    return optax.apply_updates(params, updates), more
