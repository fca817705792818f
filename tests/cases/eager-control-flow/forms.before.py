# not executed: reported without a fix
import functools

import jax
import jax.numpy as jnp


def discounted(rewards, gamma):
    def step(total, reward):
        total = reward + gamma * total
        return total, total

    _, out = jax.lax.scan(step, jnp.zeros(()), rewards, reverse=True)
    return out


def train(episodes):
    for rewards in episodes:
        out = discounted(rewards, 0.9)  # want: JOL115 (warning) "`scan` at"
        print(float(out[0]))


def in_the_loop(xs, n):
    total = jnp.zeros(())
    for i in range(n):
        total = jax.lax.fori_loop(0, 8, lambda k, c: c + xs[k], total)  # want: JOL115 (warning) "`fori_loop`"
        print(float(total))


def double(x):
    return 2.0 * x


def mapped(batches):
    for batch in batches:
        print(float(jnp.sum(jax.lax.map(double, jnp.asarray(batch)))))  # want: JOL115 (warning) "a new function"


def now_and_then(x, n):
    for i in range(n):
        if i % 100 == 0:
            x = jax.lax.cond(x > 0, lambda v: v, lambda v: -v, x)  # want: JOL115 (info) "`cond`"
        x = x + 1.0
    return float(jnp.sum(x))


class Loader:
    def __init__(self, data):
        self.data = jnp.asarray(data)

    def draw(self, key):
        def one(carry, k):
            return carry, self.data[jax.random.randint(k, (), 0, 8)]

        return jax.lax.scan(one, 0, jax.random.split(key, 4))[1]


def epochs(key):
    loader = Loader([1.0, 2.0])
    for _ in range(100):
        key, sub = jax.random.split(key)
        batch = loader.draw(sub)  # want: JOL115 (warning) "`one` is a new function"
        print(batch.mean())


class Walk:
    def __init__(self, drift):
        self.drift = drift

    def step(self, x, _):
        return x + self.drift, None

    def run(self, starts):
        for start in starts:
            # A method is bound anew wherever it is read.
            end, _ = jax.lax.scan(self.step, jnp.asarray(start), None, length=9)  # want: JOL115 (warning) "a new function"
            print(float(end))


def small(x):
    return x < 1.0


def moved(drift, x):
    return x + drift


def bound_on_the_way(starts):
    for start in starts:
        x = jax.lax.while_loop(small, functools.partial(moved, 0.5), jnp.asarray(start))  # want: JOL115 (warning) "`while_loop`"
        print(float(x))
