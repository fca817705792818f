# not executed: the originals raise
import jax.numpy as jnp
from jax.numpy import maximum


def evaluate(loss_fn, params, batches):
    losses = []
    for batch in batches:
        losses.append(loss_fn(params, batch))
    return jnp.mean(losses)  # want: JOL710 "given a list, `losses`"


def spread(xs):
    norms = [jnp.linalg.norm(x) for x in xs]
    total = jnp.sum(x.sum() for x in xs)  # want: JOL710 "a generator"
    low = jnp.min((norms[0], norms[1]))  # want: JOL710 "a tuple"
    high = jnp.max([jnp.max(x) for x in xs])  # want: JOL710
    every = list(norms)
    return jnp.std(every), total, low, high  # want: JOL710 "`jnp.std`"


def above(x):
    return maximum(x, [0.0, 1.0])  # want: JOL710


def either(is_new, state, fresh):
    h, c = jnp.where(is_new, (state, fresh), (fresh, state))  # want: JOL710 "`jnp.where`"
    knots = [0.0, 0.5, 1.0]
    return h, c, jnp.digitize(h, knots), jnp.polyval([1.0, 2.0], h)  # want: JOL710 JOL710
