import functools

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from flax import nnx

tx = optax.sgd(0.1)


def loss(params, x):
    return jnp.mean((x @ params) ** 2)


@jax.jit
def decorated(params, x):
    return params - 0.1 * jax.grad(loss)(params, x)


@functools.partial(jax.jit, donate_argnums=0)
def with_options(params, x):
    return params - 0.1 * jax.grad(loss)(params, x)


def by_assignment(params, x):
    return params - 0.1 * jax.grad(loss)(params, x)


compiled = jax.jit(by_assignment)


@nnx.jit
def of_nnx(model, optimizer, x):
    grads = nnx.grad(lambda m: jnp.mean(m(x) ** 2))(model)
    optimizer.update(model, grads)


@eqx.filter_jit
def of_equinox(model, x):
    grads = eqx.filter_grad(lambda m, x: jnp.mean(m(x) ** 2))(model, x)
    return eqx.apply_updates(model, grads)


def maybe(params, x):
    return params - 0.1 * jax.grad(loss)(params, x)


def below_a_compiled_one(params, x):
    return params - 0.1 * jax.grad(loss)(params, x)


@jax.jit
def several(params, xs):
    for x in xs:
        params = below_a_compiled_one(params, x)
    return params


jitted_gradient = jax.jit(jax.value_and_grad(loss))


def compiled_in_parts(params, opt_state, x):
    value, grads = jitted_gradient(params, x)
    return params - 0.1 * grads, opt_state, value


@jax.jit
def heavy(params, x):
    return jnp.mean((x @ params) ** 2)


def of_a_compiled_loss(params, x):
    return params - 0.1 * jax.grad(heavy)(params, x)


def scanned(params, x):
    return params - 0.1 * jax.grad(loss)(params, x), None


def handed_on(params, x):
    return params - 0.1 * jax.grad(loss)(params, x)


class Learner:
    def __init__(self):
        self._update = jax.jit(self._update_impl)

    def _update_impl(self, params, x):
        return params - 0.1 * jax.grad(loss)(params, x)

    def train(self, params, xs):
        for x in xs:
            params = self._update(params, x)
        return params


def train(model, optimizer, params, opt_state, xs, fast, runner):
    step = jax.jit(maybe) if fast else maybe
    for x in xs:
        params = step(compiled(with_options(decorated(params, x), x), x), x)
        of_nnx(model, optimizer, x)
        model = of_equinox(model, x)
        params, opt_state, _ = compiled_in_parts(params, opt_state, x)
        params = of_a_compiled_loss(params, x)
        params = runner(handed_on, params, x)
    params, _ = jax.lax.scan(scanned, params, xs)
    return several(params, xs), model
