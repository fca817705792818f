"""One small operation for each item, few turns, tests now and then, and what objects show."""

import jax
import jax.numpy as jnp


def norms(params):
    for name, leaf in params.items():
        print(name, float(jnp.linalg.norm(leaf)))


def three(a, x):
    for _ in range(3):
        x = jnp.tanh(a @ x) + jnp.sum(x)
        print(float(x[0]))
    return x


def checked_now_and_then(a, x, tol):
    for i in range(10_000):
        x = jnp.tanh(a @ x) + jnp.sum(x)
        if i % 100 == 0 and jnp.max(x) < tol:
            break
    return x


def after(a, x):
    for _ in range(10_000):
        x = jnp.tanh(a @ x) + jnp.sum(x)
    return float(jnp.max(x))


class Table:
    def __init__(self, values):
        self.values = jnp.asarray(values)

    def __repr__(self):
        return ", ".join(f"{float(value):.3f}" for value in self.values)


@jax.jit
def traced(x):
    for i in range(100):
        x = jnp.where(x[i] > 0, x, -x)
    return x
