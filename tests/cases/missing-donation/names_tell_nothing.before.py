# not executed: networks and states are elsewhere
"""What a step, its parameters or its results are called tells nothing about what it renews."""

import jax
import jax.numpy as jnp
import optax

from my_project import State, improved, init, network, restored

tx = optax.adam(1e-3)


@jax.jit
def init_state(params, batch):  # want: JOL301 (info) "new `params`"
    grads = jax.grad(lambda p: jnp.mean(batch @ p))(params)
    updates, _ = tx.update(grads, tx.init(params))
    return optax.apply_updates(params, updates)


@jax.jit
def eval_loss(x, y, rng, batch):  # want: JOL301 (info) "new `x` and `y` "
    rng, noise = jax.random.split(rng)
    grads = jax.grad(lambda p: jnp.mean((batch + jax.random.normal(noise)) @ p))(x)
    changes, z = tx.update(grads, y)
    return optax.apply_updates(x, changes), z, rng


def train(batches, rng):
    x = jnp.ones((8, 4))
    y = tx.init(x)
    for batch in batches:
        x, y, rng = eval_loss(x, y, rng, batch)
    return x


# What comes back is built of parts: that it replaces the argument shows at the call.
def train_rebuilt(batches, x, tx):
    @jax.jit
    def sample(x, batch):  # want: JOL301 (info) "new `x` "
        grads = jax.grad(lambda p: jnp.mean(batch @ p))(x["p"])
        changes, z = tx.update(grads, x["z"])
        fresh = {"p": optax.apply_updates(x["p"], changes), "z": z}
        return jnp.mean(grads["w"]), fresh

    for batch in batches:
        mean, x = sample(x, batch)
    return x


# Nothing here trains; what another module does to `x`, nobody knows.
@jax.jit
def advanced(x, n, batch):  # want: JOL301 (info) "new `x` "
    a, info = improved(x, batch)
    return a, n + 1, info


def advance(x, batches):
    n = 0
    for batch in batches:
        x, n, info = advanced(x, n, batch)
    return x


class Learner:
    def __init__(self, key):
        @jax.jit
        def learn(state, sample):  # want: JOL301 (info) "new `state` "
            grads = jax.grad(lambda p: jnp.mean(network(p, sample)))(state.params)
            return state.apply_gradients(grads=grads), {}

        self._learn = learn
        self._state = init(key)

    def step(self, sample):
        self._state, results = self._learn(self._state, sample)
        return results

    def get_variables(self, names):
        return [jax.tree.map(lambda x: x[0], self._state.params)]


@jax.jit
def fine_tune_step(state, batch):  # want: JOL301 (info) "new `state` "
    grads = jax.grad(lambda p: jnp.mean(network(p, batch)))(state.params)
    return state.apply_gradients(grads=grads)


# Whether the state holds the very buffers of `start`, only its class knows.
def fine_tune(path, batches):
    start = restored(path)
    state = State.create(params=start, tx=tx)
    for batch in batches:
        state = fine_tune_step(state, batch)
    return jax.tree.map(jnp.subtract, state.params, start)
