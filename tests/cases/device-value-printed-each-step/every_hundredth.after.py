# not executed: fewer lines are printed, which the harness sees and refuses
import jax
import jax.numpy as jnp


@jax.jit
def train_step(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, loss


def run(params, batches):
    for i, batch in enumerate(batches):
        params, loss = train_step(params, batch)
        if i % 100 == 0:
            print(f"{i}: {loss:.3f}")
    return params


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (3,)), jax.random.normal(b, (4, 5, 3))
