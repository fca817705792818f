import equinox as eqx
import jax
import jax.numpy as jnp


class Counter(eqx.Module):
    index: eqx.nn.StateIndex

    def __init__(self):
        self.index = eqx.nn.StateIndex(jnp.array(0))

    def __call__(self, x, state):
        count = state.get(self.index)
        new_state = state.set(self.index, count + 1)
        return x + count, new_state


class Twice(eqx.Module):
    counter: Counter

    def __call__(self, x, state):
        x, new_state = self.counter(x, state)
        x, _ = self.counter(x, state)
        return x, new_state


counter, state = eqx.nn.make_with_state(Counter)()
model = Twice(counter)
x = jnp.arange(3)
for _ in range(4):
    x, state = model(x, state)
print(x)
