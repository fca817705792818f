# not executed: a fix draws other numbers
import jax
import jax.numpy as jnp
import numpy as np
from jax import random


def rollout(policy, params, key):
    obs = random.normal(key, (8, 4))
    return policy(params, obs).sum()


def rollout_by_scan(params, key):
    obs = random.normal(key, (8, 4))
    return jax.lax.scan(lambda total, o: (total + (o @ params).sum(), None), 0.0, obs)[0]


def rollout_at_once(params, key):
    return (random.normal(key, (8, 4)) @ params).sum()


def validate(params, key):
    return jnp.mean((random.normal(key, (64, 4)) @ params) ** 2)


def batch_of(params, key):
    return random.normal(key, (64, 4)) @ params


# -- perhaps on purpose: for information ---------------------------------------------------


def agree(params, key):
    one = rollout_by_scan(params, key)
    other = rollout_at_once(params, key)  # want: JOL802 "not independent"
    np.testing.assert_allclose(one, other)


def gain(params, better, key):
    before = rollout_by_scan(params, key)
    return rollout_at_once(better, key) - before  # want: JOL802 "not independent"


def each_epoch(step, params, batches, key):
    best = jnp.inf
    for batch in batches:
        params = step(params, batch)
        score = validate(params, key)  # want: JOL802 "does not change in the loop"
        best = min(best, score)
        print(score)
    return params, best


def held_against_the_first(step, params, batches, key):
    score = validate(params, key)
    smooth = score
    for batch in batches:
        params = step(params, batch)
        score = validate(params, key)  # want: JOL802 (info) "does not change in the loop"
        smooth = 0.9 * smooth + 0.1 * score
        if jnp.isclose(smooth, score):
            break
    return params


def each_policy(policies, params, key):
    scores = {}
    for name, policy in policies.items():
        scores[name] = rollout(policy, params, key)  # want: JOL802 "does not change in the loop"
    return scores


def all_policies(policies, params, key):
    return [rollout(p, params, key) for p in policies]  # want: JOL802 "does not change in the loop"


def each_point(params, key):
    heights = []
    for width in jnp.linspace(0.0, 1.0, 50):
        heights.append(validate(params * width, key))  # want: JOL802 (info) "does not change in the loop"
    return heights


# -- by mistake ----------------------------------------------------------------------------


def both_in_one_model(params, key):
    inputs = batch_of(params, key)
    noise = rollout_at_once(params, key)  # want: JOL802 "not independent"
    return inputs + noise


def the_same_batch_each_time(step, params, steps, key):
    for _ in range(steps):
        batch = batch_of(params, key)  # want: JOL802 "does not change in the loop"
        params = step(params, batch)
    return params


def the_same_run_each_time(params, runs, key):
    scores = []
    for _ in range(runs):
        scores.append(validate(params, key))  # want: JOL802 "does not change in the loop"
    return jnp.std(jnp.stack(scores))
