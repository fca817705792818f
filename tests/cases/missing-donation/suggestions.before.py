# not executed: the model, the data and the losses are elsewhere
from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp
import optax

from my_project import get_step_fn, restore


# `filter_jit` donates all arguments or all but the first: which, is a matter of the signature.
@eqx.filter_jit(kwargs=dict(data=True))
def train_step(model, data, optim_state, *, optim):  # want: JOL301 "`model`"
    loss, grads = eqx.filter_value_and_grad(lambda m: jnp.mean(m(data)))(model)
    updates, optim_state = optim.update(grads, optim_state)
    model = eqx.apply_updates(model, updates)
    return model, optim_state, loss


def train(model, optim, batches):
    optim_state = optim.init(model)
    for data in batches:
        model, optim_state, loss = train_step(model, data, optim_state, optim=optim)
    return model


# The batches are donated, and the state that is carried is not.
def train_scanned(config, rng, state, eval_batches, batches):
    train_step_fn = get_step_fn(config, train=True)
    p_train_step = jax.pmap(  # want: JOL301 "donates `batch`, .* not the carry with `pstate`"
        partial(jax.lax.scan, train_step_fn), axis_name="batch", donate_argnums=1
    )
    eval_step = get_step_fn(config, train=False)
    p_eval_step = jax.pmap(partial(jax.lax.scan, eval_step), axis_name="batch", donate_argnums=1)
    pstate = restore(state)
    for batch in batches:
        rng, next_rng = jax.random.split(rng)
        (_, pstate), ploss = p_train_step((next_rng, pstate), batch)
    for eval_batch in eval_batches:
        (_, _), p_eval_loss = p_eval_step((rng, pstate), eval_batch)
    return pstate


# The batch is donated in place of the state.
@partial(jax.jit, donate_argnums=(1,))
def wrong_one(state, batch):  # want: JOL301 "donates `batch` instead of the old"
    grads = jax.grad(lambda p: jnp.mean(state.apply_fn(p, batch)))(state.params)
    return state.apply_gradients(grads=grads), optax.global_norm(grads)


def train_wrong(state, batches):
    for batch in batches:
        state, norm = wrong_one(state, batch)
    return state
