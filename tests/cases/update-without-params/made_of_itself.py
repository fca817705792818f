"""An optimizer that is made of what it was before: its parts are laid out nowhere."""

import jax
import optax


class Agent:
    def __init__(self, params, decay):
        self.tx = optax.adam(1e-3)
        if decay:
            self.tx = optax.chain(optax.add_decayed_weights(decay), self.tx)
        self.state = self.tx.init(params)

    def train(self, params, grads):
        updates, self.state = self.tx.update(grads, self.state, params)
        return optax.apply_updates(params, updates)


class Wrapped:
    def __init__(self, params, inner):
        self.tx = optax.chain(optax.clip(1.0), self.tx)
        self.state = self.tx.init(params)

    def train(self, params, batch):
        grads = jax.grad(lambda p: (p * batch).sum())(params)
        updates, self.state = self.tx.update(grads, self.state)
        return params + updates
