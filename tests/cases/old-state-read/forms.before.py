# not executed: the originals raise
import equinox as eqx
import jax.numpy as jnp


class Counter(eqx.Module):
    index: eqx.nn.StateIndex

    def __init__(self):
        self.index = eqx.nn.StateIndex(jnp.array(0))

    def __call__(self, x, state):
        seen = state.get(self.index)
        new = state.set(self.index, seen + 1)
        return x + state.get(self.index), new  # want: JOL871 (error) "`state` is the old state"


class Block(eqx.Module):
    linear: eqx.nn.Linear
    norm: eqx.nn.BatchNorm
    counter: Counter

    def __init__(self, key):
        self.linear = eqx.nn.Linear(4, 4, key=key)
        self.norm = eqx.nn.BatchNorm(4, "rows", mode="batch")
        self.counter = Counter()

    def __call__(self, x, state):
        x, _ = self.norm(self.linear(x), state)
        return x, state  # want: JOL871 "`self.norm` has made a new one"


class Net(eqx.Module):
    first: Block
    second: Block

    def __call__(self, x, state):
        x, new = self.first(x, state)
        x = x * 2
        x, newer = self.second(x, state=state)  # want: JOL871 "`self.first` has made"
        return x, newer
