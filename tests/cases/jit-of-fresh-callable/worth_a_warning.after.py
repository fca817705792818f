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
    score = jax.jit(partial(spread, scale=scale))
    return [score(row) for row in rows]


def drawn(rows, scale):
    score = jax.jit(jax.vmap(partial(spread, scale=scale)))
    plt.plot(score(rows))
    plt.show()


@jax.jit
def run_epoch(weights, batches):
    return jax.lax.scan(lambda w, b: (w - 0.1 * jnp.mean(b) * w, None), weights, batches)[0]


def trained(weights, batches):
    for _ in range(1000):
        weights = run_epoch(weights, batches)
    return weights


def fitted(rows, start):
    found = scipy.optimize.minimize(lambda x: float((x**2).sum()), start)
    last = jax.jit(lambda x: jnp.sin(x) * rows)
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
    run = jax.jit(partial(spread, scale=scale))
    return run(rows)


def all_experiments(tasks):
    out = []
    for rows in tasks:
        out.append(experiment(rows, 2.0))
        jax.clear_caches()
    return out


double = jax.jit(lambda x: 2 * x)


half = jax.jit(lambda x: x / 2)


class Tour:
    def shown(self, rows):
        print(double(rows))

    def offered(self, rows):
        return half(rows)

    def everything(self, rows):
        self.shown(rows)


def many(tasks, batches):
    for rows in tasks:
        scored(rows, 2.0)
        drawn(rows, 2.0)
        trained(rows[0], batches)
        fitted(rows, rows[0])
