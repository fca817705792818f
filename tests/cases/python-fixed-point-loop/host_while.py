"""Host values end these loops, or the turns do more than computing."""

import jax
import jax.numpy as jnp
import numpy as np


def counted(x: jax.Array, steps):
    done = 0
    while done < steps:
        x = jnp.sin(x)
        done += 2
    return x


def host_arrays(matrix, x):
    error = np.inf
    while error > 1e-6:
        new = np.tanh(matrix @ x)
        error = np.max(np.abs(new - x))
        x = new
    return jnp.asarray(x)


def shown(x: jax.Array):
    error = jnp.inf
    while error > 1e-6:
        new = jnp.cos(x)
        error = jnp.max(jnp.abs(new - x))
        print(error)
        x = new
    return x


def early(x: jax.Array):
    error = jnp.inf
    while error > 1e-6:
        x = jnp.cos(x)
        error = jnp.max(x)
        if error < 0:
            break
    return x


def growing(x: jax.Array):
    total = jnp.sum(x)
    while total < 100:
        x = jnp.concatenate([x, x])
        total = jnp.sum(x)
    return x


def kept(x: jax.Array):
    errors = []
    error = jnp.inf
    while error > 1e-6:
        new = jnp.cos(x)
        error = jnp.max(jnp.abs(new - x))
        errors.append(error)
        x = new
    return x, errors


def trained(step, params, loader):
    loss = jnp.inf
    while loss > 0.1:
        params, loss = step(params, next(loader))
    return params


def environment(env, policy, state):
    done = jnp.array(False)
    while not done:
        state, done = env.step(policy(state))
    return state


def fetched(x: jax.Array):
    error = float("inf")
    while error > 1e-6:
        new = jnp.cos(x)
        error = float(jnp.max(jnp.abs(new - x)))
        x = new
    return x


def traced_down(x: jax.Array, rank):
    while x.ndim > rank:
        x = jnp.trace(x, axis1=-2, axis2=-1) / x.shape[-1]
    return x


def shortened(x: jax.Array):
    while len(x) > 4:
        x = jnp.maximum(x[::2], x[1::2])
    return x
