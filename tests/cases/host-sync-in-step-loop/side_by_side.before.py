import jax
import jax.numpy as jnp


@jax.jit
def update(state, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(state)
    return state - 0.1 * grads, loss, jnp.max(jnp.abs(grads))


def inputs(key):
    return (key,)


def run(key):
    state, writer = jnp.ones(3), {}
    for step, batch in enumerate(jax.random.normal(key, (4, 8, 3))):
        state, loss, largest = update(state, batch)
        # What the writer gets.
        writer["loss", step] = loss.item()  # want: JOL402
        writer["gradient", step] = largest.item()
    return state, list(writer.values())
