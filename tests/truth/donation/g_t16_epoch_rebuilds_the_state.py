"""A mapped epoch scans over updates and builds the new state from what the scan carried."""

import time
from typing import Any

import flax
import jax
import jax.numpy as jnp
import optax


@flax.struct.dataclass
class TrainingState:
    opt_state: Any
    params: Any


def train(env, policy, optimizer, training_state, env_state, key, epochs, updates):
    def loss(params, state, key):
        def env_step(carry, _):
            state, key = carry
            key, draw = jax.random.split(key)
            state = env.step(state, policy(params, state.obs, draw))
            return (state, key), state.reward

        (state, _), rewards = jax.lax.scan(env_step, (state, key), None, length=32)
        return -jnp.mean(rewards), state

    def one_update(carry, _):
        opt_state, params, key, state = carry
        key, grad_key = jax.random.split(key)
        grads, state = jax.grad(loss, has_aux=True)(params, state, grad_key)
        grads = jax.lax.pmean(grads, axis_name="i")
        delta, opt_state = optimizer.update(grads, opt_state)
        params = optax.apply_updates(params, delta)
        return (opt_state, params, key, state), {"norm": optax.global_norm(grads)}

    def training_epoch(training_state: TrainingState, env_state, key):
        (opt_state, params, key, state), metrics = jax.lax.scan(
            one_update,
            (training_state.opt_state, training_state.params, key, env_state),
            jnp.arange(updates),
        )
        return TrainingState(opt_state=opt_state, params=params), state, metrics, key

    training_epoch = jax.pmap(training_epoch, axis_name="i")  # want: JOL301

    def timed(training_state, env_state, key):
        began = time.time()
        (training_state, env_state, metrics, key) = training_epoch(training_state, env_state, key)
        metrics = jax.tree.map(jnp.mean, metrics)
        jax.tree.map(lambda x: x.block_until_ready(), metrics)
        metrics = {"seconds": time.time() - began, **metrics}
        return training_state, env_state, metrics, key

    for _ in range(epochs):
        (training_state, env_state, metrics, key) = timed(training_state, env_state, key)
    return training_state
