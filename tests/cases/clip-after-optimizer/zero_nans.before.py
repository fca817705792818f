import jax
import jax.numpy as jnp
import optax


def lost(rate):
    # The moments have taken the NaN in by now.
    return optax.chain(
        optax.adam(rate),
        optax.zero_nans(),  # want: JOL810 "further updates are set to zero"
    )


class Agent:
    def __init__(self, params):
        self.params = params
        self._rule = None

    @property
    def rule(self):
        if self._rule is None:
            raise RuntimeError("set a rule first")
        return self._rule

    @rule.setter
    def rule(self, value):
        self._rule = optax.chain(
            value,
            optax.zero_nans(),  # want: JOL810 "behind `value`"
        )

    def step(self, grads, state):
        updates, state = self.rule.update(grads, state, self.params)
        return optax.apply_updates(self.params, updates), state


def run(x):
    optimizer = lost(0.1)
    state = optimizer.init(x)
    updates, _ = optimizer.update(jnp.sin(x), state, x)
    return optax.apply_updates(x, updates)


def inputs(key):
    return (jax.random.normal(key, (4,)),)
