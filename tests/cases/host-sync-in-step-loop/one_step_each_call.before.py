# not executed: nobody calls what makes the steps
"""Functions that make one step, and wait for it: whoever calls them does so in a loop."""

import jax
import jax.numpy as jnp


@jax.jit
def update(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, loss


@jax.jit
def act(state, seen):
    return state + 1, jnp.sum(seen)


class Learner:
    def learn(self, batch):
        self.params, loss = update(self.params, batch)
        return {"loss": loss.item()}  # want: JOL402 (info) "each time that `learn` makes a step"

    def learn_and_tell(self, batch):
        self.params, loss = update(self.params, batch)
        if self.verbose:
            return loss.item()
        return loss

    def act(self, seen):
        self.state, action = act(self.state, seen)  # the world wants to know at once
        return action.item()

    def once(self, params, batch):
        _, loss = update(params, batch)
        return loss.item()


def step(params, batch):
    params, loss = update(params, batch)
    loss = float(loss)  # want: JOL402 (info) "on every turn of the loop"
    return params, loss


def run(params, batches):
    for batch in batches:
        params, _ = step(params, batch)
    return params
