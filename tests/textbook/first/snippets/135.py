import jax
import jax.numpy as jnp

LEARNING_RATE = 0.5


@jax.jit(donate_argnums=0)
def update(w, x, y):
    grad = jax.grad(lambda v: jnp.mean(jnp.square(x @ v - y)))(w)
    return w - LEARNING_RATE * grad


def train(w, batches, epochs=90):
    global LEARNING_RATE
    for epoch in range(epochs):
        if epoch in (30, 60):
            LEARNING_RATE = LEARNING_RATE / 10
        for x, y in batches:
            w = update(w, x, y)
    return w
