# The same noise for each picture, beside a chain of keys that goes on.
import jax


def train(step, state, epochs, show):
    key = jax.random.PRNGKey(1)
    for epoch in range(epochs):
        key, sub = jax.random.split(key)
        state = step(state, jax.random.normal(sub, (8,)))
        if epoch % 10 == 0:
            shown = jax.random.PRNGKey(0)
            show(state, jax.random.normal(shown, (4,)))
    return state
