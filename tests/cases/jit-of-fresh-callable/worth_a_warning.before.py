# not executed: only the severity is looked at
"""What each call of a function compiles: warned of unless the call is a run of its own."""

from functools import partial

import jax
import jax.numpy as jnp
import matplotlib.pyplot as plt
import scipy.optimize


def spread(rows, scale):
    return jnp.max(rows) - scale * jnp.min(rows)


def scored(rows, scale):
    score = jax.jit(partial(spread, scale=scale))  # want: JOL102 (warning) "`scored`"
    return [score(row) for row in rows]


def drawn(rows, scale):
    score = jax.jit(jax.vmap(partial(spread, scale=scale)))  # want: JOL102 (info) "`drawn`"
    plt.plot(score(rows))
    plt.show()


def trained(weights, batches):
    @jax.jit
    def run_epoch(weights, batches):  # want: JOL102 (info) "`trained`"
        return jax.lax.scan(lambda w, b: (w - 0.1 * jnp.mean(b) * w, None), weights, batches)[0]

    for _ in range(1000):
        weights = run_epoch(weights, batches)
    return weights


def fitted(rows, start):
    found = scipy.optimize.minimize(lambda x: float((x**2).sum()), start)
    last = jax.jit(lambda x: jnp.sin(x) * rows)  # want: JOL102 (info) "`fitted`"
    return last(found.x)


def interpreted(equation, arguments):
    code = equation.params["code"]
    # Each equation is another program.
    return jax.jit(partial(evaluated, code.body))(arguments)


def evaluated(body, arguments):
    for equation in body.equations:
        arguments = interpreted(equation, arguments)
    return arguments


def experiment(rows, scale):
    run = jax.jit(partial(spread, scale=scale))  # want: JOL102 (info) "`experiment`"
    return run(rows)


def all_experiments(tasks):
    out = []
    for rows in tasks:
        out.append(experiment(rows, 2.0))
        jax.clear_caches()
    return out


class Tour:
    def shown(self, rows):
        double = jax.jit(lambda x: 2 * x)  # want: JOL102 (info) "`shown`"
        print(double(rows))

    def offered(self, rows):
        half = jax.jit(lambda x: x / 2)  # want: JOL102 (info) "`offered`"
        return half(rows)

    def everything(self, rows):
        self.shown(rows)


def many(tasks, batches):
    for rows in tasks:
        scored(rows, 2.0)
        drawn(rows, 2.0)
        trained(rows[0], batches)
        fitted(rows, rows[0])
