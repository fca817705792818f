# not executed: there is no fix
"""A few turns that each compile a few operations are over soon."""

import jax
import jax.numpy as jnp

options = {"points": 5, "turns": 20}
long = {"points": 5, "turns": 200}


@jax.jit
def normalized(points, values):
    return points / jnp.abs(points).max(), (values - values.mean(0)) / values.std(0)


def searched(points, values, oracle, propose):
    for _ in range(options["turns"]):
        batch = normalized(points, values)  # want: JOL119 (info) "`normalized` is compiled again"
        new = propose(batch)
        points = jnp.concatenate([points, new])
        values = jnp.concatenate([values, oracle(new)])  # want: JOL119 (info) "`values` grows"
    return points, values


def searched_for_long(points, values, oracle, propose):
    for _ in range(long["turns"]):
        batch = normalized(points, values)  # want: JOL119 (warning) "`normalized` is compiled"
        new = propose(batch)
        points = jnp.concatenate([points, new])
        values = jnp.concatenate([values, oracle(new)])  # want: JOL119 (info) "`values` grows"
    return points, values


@jax.jit
def solved(points, values):
    def step(_, carried):
        return carried - 0.1 * points.T @ (points @ carried - values)

    return jax.lax.fori_loop(0, 100, step, jnp.zeros(points.shape[1]))


def solved_anew(points, values, oracle, propose):
    for _ in range(options["turns"]):
        found = solved(points, values)  # want: JOL119 (warning) "`solved` is compiled again"
        new = propose(found)
        points = jnp.concatenate([points, new])
        values = jnp.concatenate([values, oracle(new)])  # want: JOL119 (info) "`values` grows"
    return points, values
