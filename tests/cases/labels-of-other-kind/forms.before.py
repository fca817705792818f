# not executed: the originals raise
import jax
import jax.numpy as jnp
import optax


def numbers(logits, labels):
    rows = jax.nn.one_hot(labels, 10)
    losses = optax.softmax_cross_entropy_with_integer_labels(
        logits,
        rows,  # want: JOL825 "`rows` is one-hot"
    )
    return losses.mean()


def rows(key, w, x):
    labels = jax.random.randint(key, (32,), 0, 10)
    losses = optax.softmax_cross_entropy(x @ w, labels)  # want: JOL825 "takes a distribution"
    return jnp.mean(losses)
