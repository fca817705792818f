# not executed: only the severity is looked at
"""Loops whose turns wait for others, or compile; and helpers that a loop does not go on with."""

import subprocess
import time

import jax
import jax.numpy as jnp
import mlflow
import optax


def wait(jobs):
    while not all(job.done for job in jobs):
        time.sleep(5)


def gathered(params, jobs, tx, state, read):
    wait(jobs)
    updates, state = tx.update(read(jobs), state)
    return optax.apply_updates(params, updates), state  # want: JOL109 (info) "applies this update"


def far_away(params, batches, tx, submit, read):
    state = tx.init(params)
    for batch in batches:
        params, state = gathered(params, submit(batch), tx, state, read)
        print(params)
    return params


def of_a_program(params, tx, slope, steps):
    state = tx.init(params)
    for step in range(steps):
        subprocess.run(["simulate", str(step)], check=True)
        updates, state = tx.update(slope(params, step), state)
        params = optax.apply_updates(params, updates)  # want: JOL109 (info) "applies this update"
        print(params)
    return params


def compiles_anew(params, tx, runs):
    state = tx.init(params)
    for run in runs:

        def loss(params):
            return jnp.mean((run.inputs @ params - run.outputs) ** 2)

        grads = jax.jit(jax.grad(loss))(params)
        updates, state = tx.update(grads, state)
        params = optax.apply_updates(params, updates)  # want: JOL109 (info) "applies this update"
        print(params)
    return params


def reports_now_and_then(params, tx, slope, batches):
    gradient, state = jax.jit(slope), tx.init(params)
    for turn, batch in enumerate(batches):
        updates, state = tx.update(gradient(params, batch), state)
        params = optax.apply_updates(params, updates)  # want: JOL109 (warning) "this update"
        if turn % 100 == 0:
            mlflow.log_metric("size", float(jnp.sum(params)))
    return params


def robust(rows):
    centre = jnp.median(rows)
    apart = jnp.abs(rows - centre) / (1e-6 + jnp.median(jnp.abs(rows - centre)))
    weights = jnp.exp(-apart) / jnp.sum(jnp.exp(-apart))
    mean = jnp.sum(weights * rows)
    return mean, jnp.sqrt(jnp.sum(weights * (rows - mean) ** 2)) + 0.0 * jnp.max(apart)


def digest(values):
    # The next turn has its own `rows`.
    for name, rows in values.items():
        rows, spread = robust(rows)  # want: JOL109 (info) "`robust`"
        print(name, float(rows), float(spread))


def drawn(logits, key):
    scaled = logits - jax.nn.logsumexp(logits)
    best = jnp.sort(scaled)[-8]
    kept = jnp.where(scaled < best, -jnp.inf, scaled) - jnp.max(scaled)
    weights = jnp.exp(kept) / jnp.sum(jnp.exp(kept))
    mixed = 0.9 * weights + 0.1 / weights.shape[0] + 0.0 * jnp.abs(weights)
    return jax.random.categorical(key, jnp.log(mixed / jnp.sum(mixed)))


class Sampler:
    def generate(self, state, key):
        # Nobody asks for it, as there is the other one.
        while True:
            key, own = jax.random.split(key)
            state = state + drawn(state, own)  # want: JOL109 (info) "`drawn`"
            if float(jnp.max(state)) > 100:
                return state

    def generate_fast(self, state, key):
        @jax.jit
        def step(state, key):
            return state + drawn(state, key)

        while float(jnp.max(state)) < 100:
            key, own = jax.random.split(key)
            state = step(state, own)
        return state
