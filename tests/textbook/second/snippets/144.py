import jax
import jax.numpy as jnp
import optax


def make_loss(x, y):
    def loss(theta):
        logits = x @ theta
        return optax.sigmoid_binary_cross_entropy(logits, y).mean()

    return loss


def logistic_regression(batches, dim, lr=0.1):
    theta = jnp.zeros((dim,))
    history = []
    for x, y in batches:
        value, grad = jax.jit(jax.value_and_grad(make_loss(x, y)))(theta)
        theta = theta - lr * grad
        history.append(value)
    return theta, jnp.stack(history)
