"""Rows of the host, of a trace, of what the loop changes; few of them; slices and layers."""

import jax
import jax.numpy as jnp
import numpy as np
import wandb


def fetched(metrics, steps):
    metrics = jax.device_get(metrics)
    for step in range(steps):
        wandb.log(jax.tree.map(lambda x: x[step], metrics))


def copied(metrics, steps):
    metrics = jax.tree.map(lambda x: np.array(x), metrics)
    for step in range(steps):
        wandb.log(jax.tree.map(lambda x: x[step], metrics))


def columns(table, names):
    for i in range(len(names)):
        print(names[i], jax.tree.map(lambda x: x[:, i], table))


def layers(carry, apply, depth):
    out = []
    for layer in range(depth):
        out.append(apply(jax.tree.map(lambda x: x[layer], carry)))
    return out


@jax.jit
def traced(carry):
    for i in range(32):
        print("row", i)
        carry = carry + jax.tree.map(lambda x: x[i], carry)
    return carry


def changed(state, steps):
    for step in range(steps):
        print(jax.tree.map(lambda x: x[step], state))
        state = jax.tree.map(jnp.sin, state)
    return state


def few(metrics):
    for seed in range(3):
        print(jax.tree.map(lambda x: x[seed], metrics))


def another_index(metrics, steps, best):
    for step in range(steps):
        print(step, jax.tree.map(lambda x: x[best], metrics))


def batches(dataset, size, total, show):
    for start in range(0, total, size):
        print(jax.tree.map(lambda x: x[start : start + size], dataset))
