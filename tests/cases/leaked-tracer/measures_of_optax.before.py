# not executed: reading what is kept raises
import jax
import jax.numpy as jnp
import optax

norms = []
history = {}
tx = optax.sgd(1e-2)


def update(params, state, x, y):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((x @ p - y) ** 2))(params)
    # One for each step, it is hoped.
    norms.append(optax.global_norm(grads))  # want: JOL804 "`norms` keeps a traced value"
    updates, state = tx.update(grads, state)
    return optax.apply_updates(params, updates), state, loss


update = jax.jit(update, donate_argnums=(0, 1))


@jax.jit
def evaluate(params, x, labels):
    losses = optax.softmax_cross_entropy_with_integer_labels(x @ params, labels)
    history["hardest"] = losses  # want: JOL804 "keeps a traced value"
    return losses.mean()


class Meter:
    def __init__(self):
        self.seen = []

    def compiled(self, apply):
        @jax.jit
        def measured(params, x, y):
            self.seen.append(optax.l2_loss(apply(params, x), y))  # want: JOL804 "`self.seen` keeps"
            return apply(params, x)

        return measured

    def mean(self):
        return sum(self.seen) / len(self.seen)


def fit(params, batches):
    state = tx.init(params)
    for x, y in batches:
        params, state, loss = update(params, state, x, y)
    print(sum(norms) / len(norms), history["hardest"], loss)
    return params
