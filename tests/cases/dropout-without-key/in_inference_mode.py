# Models in inference mode, calls with a key, and models that are not seen to be as they were made.
import equinox as eqx
import jax
import jax.numpy as jnp


class Net(eqx.Module):
    drop: eqx.nn.Dropout
    off: eqx.nn.Dropout
    last: eqx.nn.Linear

    def __init__(self, key):
        self.drop = eqx.nn.Dropout(0.5)
        self.off = eqx.nn.Dropout(0.5, inference=True)
        self.last = eqx.nn.Linear(8, 2, key=key)

    def __call__(self, x, key=None):
        return self.last(self.drop(x, key=key))


class Guarded(eqx.Module):
    drop: eqx.nn.Dropout

    def __init__(self):
        self.drop = eqx.nn.Dropout(0.5)

    def __call__(self, x, key=None):
        if key is None:
            return x
        return self.drop(x, key=key)


def in_inference_mode(key, x):
    model = eqx.nn.inference_mode(Net(key))
    return jax.vmap(model)(x)


def with_a_key(key, x):
    model = Net(key)
    return model(x, key), model(x, key=key)


def mapped_with_keys(key, x):
    model = Net(key)
    return jax.vmap(model)(x, jax.random.split(key, len(x)))


def rebound(key, x):
    model = Net(key)
    model = eqx.nn.inference_mode(model)
    return model(x)


def given(model, x):
    return model(x)


def guarded(x):
    model = Guarded()
    return model(x)


def both(key, x):
    return given(Net(key), x), given(eqx.nn.inference_mode(Net(key)), x)


def tried(key, x):
    model = Net(key)
    return jnp.sum(jax.vmap(model)(x, key=jax.random.split(key, len(x))))
