# Checkpoints of parts, with policies that keep some, and under what holds the intermediates.
import jax
import jax.numpy as jnp


def block(x, w):
    return jnp.tanh(x @ w)


def loss_fn(ws, x):
    for w in ws:
        x = jax.checkpoint(block)(x, w)
    return jnp.mean(x**2)


@jax.jit
def of_parts(ws, x):
    return jax.value_and_grad(loss_fn)(ws, x)


@jax.jit
def products_kept(ws, x):
    policy = jax.checkpoint_policies.dots_with_no_batch_dims_saveable
    return jax.value_and_grad(jax.checkpoint(loss_fn, policy=policy))(ws, x)


def chosen(ws, x, policy):
    return jax.grad(jax.checkpoint(loss_fn, policy=policy))(ws, x)


def by_a_table(ws, x, name):
    policies = {"all": jax.checkpoint_policies.everything_saveable, "none": None}
    return jax.checkpoint(loss_fn, policy=policies[name])(ws, x)


def pulled_back_later(ws, x):
    value, pullback = jax.vjp(jax.checkpoint(loss_fn), ws, x)
    return value, pullback


def inner_loop(ws, x, test):
    def adapted(ws):
        grads = jax.grad(jax.checkpoint(loss_fn))(ws, x)
        return loss_fn(jax.tree.map(lambda w, g: w - 0.1 * g, ws, grads), test)

    return jax.grad(adapted)(ws)


@jax.jit
def one_of_two_terms(ws, x, y):
    heavy = jax.checkpoint(loss_fn)
    return jax.grad(lambda ws: heavy(ws, x) + heavy(ws, y))(ws)
