"""Donation counts for the outermost compiled function only (scan bodies, inner jits)."""

import jax
import jax.numpy as jnp


@jax.jit
def update(params, x):
    grads = jax.grad(lambda p: jnp.mean((x @ p) ** 2))(params)
    return params - 0.1 * grads, None


def run_scan(params, xs):
    return jax.lax.scan(update, params, xs)


class Agent:
    @staticmethod
    @jax.jit
    def update_critic(params, x):
        grads = jax.grad(lambda p: jnp.mean((x @ p) ** 2))(params)
        return params - 0.1 * grads

    @classmethod
    @jax.jit
    def _train(cls, params, xs):
        return jax.lax.fori_loop(0, 3, lambda i, p: cls.update_critic(p, xs[i]), params)[0]


class Learner:
    @staticmethod
    @jax.jit
    def update_actor(params, x):
        grads = jax.grad(lambda p: jnp.mean((x @ p) ** 2))(params)
        return params - 0.1 * grads

    @classmethod
    def both(cls, params, x):
        return cls.update_actor(params, x)

    @classmethod
    @jax.jit
    def _train(cls, params, x, late):
        return jax.lax.cond(late, cls.both, lambda p, _: p, params, x)
