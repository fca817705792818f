from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, donate_argnums=(0, 1))
def train_step(params, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads


@partial(jax.jit, donate_argnames="params")
def update(params, grads):
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def keeps_the_old(params, grads):
    new_params = update(params, grads)
    return jnp.linalg.norm(new_params - params)  # want: JOL302 "was donated to `update`"


def reads_the_batch(params, batches):
    for batch in batches:
        params = train_step(params, batch)
        print(batch.mean())  # want: JOL302 "memory may be gone"
    return params


def passes_it_again(params, batches):
    for batch in batches:
        result = update(params, batch)  # want: JOL302 "next iteration"
    return result


def one_branch(params, grads, verbose):
    new = update(params=params, grads=grads)
    if verbose:
        print(params)  # want: JOL302 "so it is read after it was deleted"
    return new


def by_call(step, state, batches):
    compiled = jax.jit(step, donate_argnums=0)
    for batch in batches:
        new = compiled(state, batch)
        state.save()  # want: JOL302
        state = new


class Trainer:
    @partial(jax.jit, static_argnums=(0,), donate_argnums=(1,))
    def inner(self, params, rollout):
        return params - 0.1 * rollout.sum()

    def train(self, params, rollout):
        for _ in range(3):
            result = self.inner(params, rollout)  # want: JOL302 "`params` was donated"
        return result
