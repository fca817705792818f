"""States that go from layer to layer, layers without state, and `set` of arrays."""

import equinox as eqx
import jax.numpy as jnp


class Counter(eqx.Module):
    index: eqx.nn.StateIndex

    def __init__(self):
        self.index = eqx.nn.StateIndex(jnp.array(0))

    def __call__(self, x, state):
        seen = state.get(self.index)
        state = state.set(self.index, seen + 1)
        return x + state.get(self.index), state


class Looks(eqx.Module):
    index: eqx.nn.StateIndex

    def __call__(self, x, state):
        return x + state.get(self.index), state


class Net(eqx.Module):
    norm: eqx.nn.BatchNorm
    linear: eqx.nn.Linear
    looks: Looks
    counter: Counter
    width: int

    def __call__(self, x, state, still=False):
        x, state = self.norm(x, state)
        x, same = self.looks(x, state)
        y = self.linear(x, state)
        x, new = self.counter(x, state)
        if still:
            return x, new
        state = new
        x, last = self.norm(x, state, inference=True)
        return x + y, state, same, last

    def written(self, x, state):
        new = state.at[0].set(self.width)
        return new, state
