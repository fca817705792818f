# not executed: there is no fix
import jax


def train(step, state, epochs, show):
    key = jax.random.PRNGKey(1)
    for epoch in range(epochs):
        key, sub = jax.random.split(key)
        state = step(state, jax.random.normal(sub, (8,)))
        if epoch % 10 == 0:
            key = jax.random.PRNGKey(0)  # want: JOL805 (warning) "sets `key` back"
            show(state, jax.random.normal(key, (4,)))
    return state
