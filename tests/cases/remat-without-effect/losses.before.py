# not executed: there is no fix
# Checkpoints around all that is differentiated, and policies that keep everything.
import functools

import equinox as eqx
import jax
import jax.numpy as jnp

cp = jax.checkpoint_policies


def model(ws, x):
    for w in ws:
        x = jnp.tanh(x @ w)
    return x


def loss_fn(ws, x, y):
    return jnp.mean((model(ws, x) - y) ** 2)


@jax.jit
def at_once(ws, x, y):
    return jax.value_and_grad(jax.checkpoint(loss_fn))(ws, x, y)  # want: JOL308 "runs twice"


@jax.checkpoint  # want: JOL308 "all of `decorated` is computed again at once"
def decorated(ws, x, y):
    return jnp.mean(jnp.abs(model(ws, x) - y))


@functools.partial(jax.jit, donate_argnums=0)
def through_a_decorator(ws, x, y):
    grads = jax.grad(decorated)(ws, x, y)
    return jax.tree.map(lambda w, g: w - g, ws, grads)


class Trainer:
    def __init__(self, loss):
        self.steps = 0

    def step(self, ws, x, y):
        def total(ws):
            return loss_fn(ws, x, y) + 1e-4 * sum(jnp.vdot(w, w) for w in ws)

        remat = jax.remat(total, policy=cp.nothing_saveable)  # want: JOL308 "of `total`"
        grad_fn = jax.value_and_grad(remat)
        value, grads = grad_fn(ws)
        self.steps += 1
        return value, grads


@eqx.filter_jit
def of_equinox(net, x):
    wrapped = eqx.filter_checkpoint(lambda n: n(x).sum())  # want: JOL308 "no memory is saved"
    return eqx.filter_grad(wrapped)(net)


@functools.partial(jax.checkpoint, policy=cp.everything_saveable)  # want: JOL308 "`layer`"
def layer(h, w):
    return jnp.tanh(h @ w), None


KEEP = jax.checkpoint_policies.everything_saveable


def tower(ws, x):
    body = jax.checkpoint(layer, policy=KEEP, prevent_cse=False)  # want: JOL308 "does nothing"
    return jax.lax.scan(body, x, ws)[0]
