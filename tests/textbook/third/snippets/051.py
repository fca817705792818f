import jax
import jax.numpy as jnp
import optax

tx = optax.inject_hyperparams(optax.sgd)(learning_rate=0.1)


@jax.jit
def step(w, opt_state, x, y):
    grad = jax.grad(lambda w: jnp.mean((x @ w - y) ** 2))(w)
    updates, opt_state = tx.update(grad, opt_state, w)
    return optax.apply_updates(w, updates), opt_state


def fit(w, epochs, x, y):
    opt_state = tx.init(w)
    for epoch in range(epochs):
        if epoch and epoch % 10 == 0:
            lr = opt_state.hyperparams["learning_rate"]
            opt_state.hyperparams["learning_rate"] = lr * 0.5
        w, opt_state = step(w, opt_state, x, y)
    return w
