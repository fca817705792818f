# not executed: reported without a fix
"""What a loop makes is jitted by what it hands it to, or by what a `vmap` of it runs."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np


def rollout(env, policy, key):
    policy = eqx.filter_jit(policy)
    observation = env.reset()
    total = 0.0
    while not env.finished:
        key, sub = jax.random.split(key)
        observation, reward = env.step(np.asarray(policy(observation, sub)))
        total += reward
    return total


def episodes(env, agent, key):
    totals = []
    for _ in range(400):
        key, sub = jax.random.split(key)
        totals.append(rollout(env, lambda x, k: agent(x)[0] + k.sum(), sub))  # want: JOL117 (info) "`jit` of a lambda"
    return totals


def few_episodes(env, sub):
    totals = []
    for i in range(30):
        score = jnp.full(3, 1.0 + i)
        totals.append(rollout(env, lambda x, k: score + x.sum() + k.sum(), sub))  # want: JOL117 (info) "`jit` of a lambda"
    return totals


def many_episodes(env, sub):
    totals = []
    for i in range(500):
        score = jnp.full(3, 1.0 + i)
        totals.append(float(rollout(env, lambda x, k: score + x.sum() + k.sum(), sub)))  # want: JOL117 (warning) "a lambda"
    return totals


def spectrum(w, grid):
    @jax.jit
    def term(k):
        return jnp.sin(w * k).sum()

    total = 0.0
    for k in (0, 1, 2):
        total = total + term(grid[k])
    return total


def spectra(ws, grid):
    out = []
    for start in range(0, 1000, 10):
        rows = jax.vmap(lambda w: spectrum(w, grid))(ws[start : start + 10])  # want: JOL117 (warning) "`term`"
        out.append(float(rows.sum()))
    return out
