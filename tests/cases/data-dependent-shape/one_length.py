import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def total(x):
    return jnp.sum(x)


def chosen_once(xs, labels):
    chosen = np.flatnonzero(labels > 0)
    out = []
    for x in xs:
        out.append(total(x[chosen]))
    return out


def the_same_each_time(xs, labels):
    out = []
    for x in xs:
        chosen = np.flatnonzero(labels > 0)
        out.append(total(x[chosen]))
    return out


def with_a_size(xs):
    return [total(jnp.nonzero(x, size=4, fill_value=0)[0]) for x in xs]


def kept_on_the_host(xs):
    names = []
    for x in xs:
        names.append(np.unique(x))
        names.append(total(x))
    return names


def mapped(key, data):
    def estimate(k):
        # `data` is no argument of the mapped function, and stays concrete
        kept = data[data > 0]
        return jnp.sum(kept) + jax.random.normal(k)

    return jax.vmap(estimate)(jax.random.split(key, 3))
