import jax
import jax.numpy as jnp


def double(x):
    return 2 * x


def predict(x):
    return jax.jit(double)(x)


def of_module(key, i):
    return jax.jit(jax.random.fold_in)(key, i)


def given(f, x):
    return jax.jit(f)(x)


def kept(x, cache={}):
    cache["f"] = jax.jit(lambda v: v + 1)
    return cache["f"](x)


def returned(rate):
    return jax.jit(lambda v: rate * v)


def handed_on(run, x):
    return run(jax.jit(lambda v: v + 1), x)


@jax.jit
def outer(x):
    return jax.jit(lambda v: v + 1)(x)


def everything(xs):
    for x in xs:
        predict(x), of_module(x, 1), given(double, x), kept(x), returned(2.0), outer(x)
        handed_on(map, x)
    return jnp.stack(xs)
