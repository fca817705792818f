"""The step of a factory donates the batch, which is read for a report after the call."""

from functools import partial

import jax
import jax.numpy as jnp
import optax


def compile_step(opt, forward, micro):
    @partial(jax.jit, donate_argnums=(0, 1))
    def step(state, batch):
        xs, ys = batch
        xs = xs.reshape(micro, -1, xs.shape[1])
        ys = ys.reshape(micro, -1, ys.shape[1])

        def loss_fn(params, x, y):
            return jnp.mean((forward(params, x) - y) ** 2)

        grads = jax.vmap(jax.grad(loss_fn), in_axes=(None, 0, 0))(state["params"], xs, ys)
        grads = jax.tree.map(lambda g: jnp.mean(g, axis=0), grads)
        updates, opt_state = opt.update(grads, state["opt"], state["params"])
        return {"params": optax.apply_updates(state["params"], updates), "opt": opt_state}

    return step


def train(opt, forward, state, loader, steps, every):
    step = compile_step(opt, forward, 4)
    for i in range(steps):
        batch = next(loader)
        state = step(state, batch)
        if i % every == 0:
            xs, ys = batch  # want: JOL302
            print(i, float(jnp.mean((forward(state["params"], xs) - ys) ** 2)))
    return state
