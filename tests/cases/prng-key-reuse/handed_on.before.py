# not executed: what it calls is elsewhere
"""A key that was split or drawn from is handed to what is not in this file."""
from abc import ABC, abstractmethod

import chex
import jax
import jax.random as jr
from elsewhere import Observer, shuffled


def reset(env, key):
    first, second = jr.split(key)
    state = env.initial(key=first)
    return env.reset(state, key=key), second  # want: JOL802 "`key` was used up by `jr.split`"


def noisy(x, key):
    x = x + jr.normal(key, x.shape)
    return shuffled(x, key)  # want: JOL802 "both get the same random bits"


class Method(ABC):
    @abstractmethod
    def loss(self, key, batch):
        """The subclasses know."""

    def step(self, key, batch):
        reference, _ = jr.split(key)
        batch = batch + jr.normal(reference, batch.shape)
        return self.loss(key, batch)  # want: JOL802


def trained(step, state, key, batches):
    for batch in batches:
        key, draw = jr.split(key)  # want: JOL802 info "`key` was given to `step`"
        batch = batch + jr.normal(draw, batch.shape)
        state, loss = step(key, state, batch)
    return state


def sampled(draws, key, steps):
    out = []
    for _ in range(steps):
        key = jr.split(key, 1)[0]  # want: JOL802 info
        rows = draws(key)
        out.append(rows)
    return out


def edited(move, settle, state, key: chex.PRNGKey):
    # an annotation says that it is a key
    state = move(key, state)
    return settle(key, state)  # want: JOL802 info "`key` was given to `move`"


# What follows is fine.


def two_ways(move, settle, state, key: chex.PRNGKey, fast):
    if fast:
        return move(key, state)
    return settle(key, state)


def no_key(move, settle, state, key: str):
    state = move(key, state)
    return settle(key, state)


def carried(step, state, key, batches):
    for batch in batches:
        key, draw = jr.split(key)
        state, key = step(draw, state, batch), key
    return state


def kept(state, key, batches):
    for batch in batches:
        key, draw = jr.split(key)
        state = state.replace(key=key, noise=jr.normal(draw))
    return state


def shown(log, key, batches):
    for batch in batches:
        key, draw = jr.split(key)
        if log(key, batch):
            print(jr.normal(draw))


def told(key, log, observer):
    first, second = jr.split(key)
    log.info("the key is %s", key)
    print(key, isinstance(key, jax.Array), jax.device_get(key))
    observer.keys.append(key)
    return first, second


def renewed(env, key):
    key, sub = jr.split(key)
    return env.reset(key=sub), env.reset(key=key)


def for_parameters_before(model, x, key):
    params = model.make(key, x)
    key, sub = jr.split(key)
    return params, sub


def folded(env, key, n):
    return [env.reset(key=jr.fold_in(key, i)) for i in range(n)], env.reset(key=key)


def one_way_or_the_other(env, key, fast):
    if fast:
        first, _ = jr.split(key)
        return env.reset(key=first)
    return env.reset(key=key)


def one_of_two(env, key, fast, slow):
    if fast:
        first, _ = jr.split(key)
        env = env.reset(key=first)
    if slow:
        env = env.reset(key=key)
    return env


def in_a_method(self, key):
    first, second = jr.split(key)
    observer = Observer(first)
    return observer, second
