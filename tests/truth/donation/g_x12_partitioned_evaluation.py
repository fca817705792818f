"""The evaluation beside a donating train step, with shardings given."""

import jax
import jax.numpy as jnp


def run(loss_fn, state, batches, shardings, steps, every):
    def train_step(state, batch):
        loss, grads = jax.value_and_grad(loss_fn)(state.params, batch)
        return state.apply_gradients(grads=grads), {"loss": loss}

    def eval_step(state, batch):
        return {"loss": jnp.mean(loss_fn(state.params, batch))}

    p_train_step = jax.jit(
        train_step, in_shardings=shardings, out_shardings=(shardings[0], None), donate_argnums=(0,)
    )
    p_eval_step = jax.jit(eval_step, in_shardings=shardings, out_shardings=None)
    for step in range(steps):
        state, metrics = p_train_step(state, next(batches))
        if step % every == 0:
            print(step, p_eval_step(state, next(batches)))
    return state
