# not executed: the originals raise
import jax
import optax

optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(3e-4, weight_decay=0.01))
decay = optax.add_decayed_weights(1e-4)
together = optax.chain(optax.scale_by_adam(), decay, optax.scale(-1e-3))


@jax.jit
def train_step(params, opt_state, grads):
    updates, opt_state = optimizer.update(grads, opt_state)  # want: JOL712 "`optax.adamw`"
    return optax.apply_updates(params, updates), opt_state


def second(params, state, grads):
    updates, state = together.update(grads, state)  # want: JOL712 "add_decayed_weights"
    return optax.apply_updates(params, updates), state


def applied(tx, params, state, grads):
    updates, state = tx.update(grads, state, params=None)  # want: JOL712 "lion"
    return optax.apply_updates(params, updates), state


def main(params, grads):
    tx = optax.lion(1e-4)
    return applied(tx, params, tx.init(params), grads)


class Trainer:
    def __init__(self, rate):
        self.tx = optax.inject_hyperparams(optax.adamw)(learning_rate=rate)

    def step(self, grads, state):
        return self.tx.update(grads, state)  # want: JOL712
