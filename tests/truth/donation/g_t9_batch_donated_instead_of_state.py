"""Many steps in one mapped scan; the batch is donated and the carried state is not."""

import functools

import flax
import jax
import jax.numpy as jnp


def step_function(loss_fn, optimise):
    def step(carry, batch):
        key, state = carry
        key, step_key = jax.random.split(key)
        loss, grads = jax.value_and_grad(loss_fn)(state.params, step_key, batch)
        grads = jax.lax.pmean(grads, axis_name="batch")
        loss = jax.lax.pmean(loss, axis_name="batch")
        new_state = optimise(state, grads)
        return (key, new_state), loss

    return step


def train(loss_fn, optimise, state, batches, key, steps, every):
    step_fn = step_function(loss_fn, optimise)
    p_train = jax.pmap(  # want: JOL301
        functools.partial(jax.lax.scan, step_fn), axis_name="batch", donate_argnums=1
    )
    p_state = flax.jax_utils.replicate(state)
    for step in range(0, steps, 5):
        batch = jax.tree.map(jnp.asarray, next(batches))
        key, *keys = jax.random.split(key, num=jax.local_device_count() + 1)
        (_, p_state), p_loss = p_train((jnp.asarray(keys), p_state), batch)
        if step % every == 0:
            print(step, flax.jax_utils.unreplicate(p_loss).mean())
    return p_state
