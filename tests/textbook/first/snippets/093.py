import jax
import jax.numpy as jnp


def evaluate(loss_fn, params, batches):
    losses = []
    for batch in batches:
        losses.append(loss_fn(params, batch))
    return jnp.mean(losses)


@jax.jit
def mse(params, batch):
    x, y = batch
    return jnp.mean((x @ params - y) ** 2)


if __name__ == "__main__":
    data = [(jnp.ones((4, 2)), jnp.ones(4))] * 5
    print(evaluate(mse, jnp.zeros(2), data))
