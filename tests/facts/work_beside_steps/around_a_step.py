import jax
import jax.numpy as jnp


@jax.jit
def train_step(params, inputs, labels):
    grads = jax.grad(lambda p: jnp.mean((inputs @ p - labels) ** 2))(params)
    return params - 0.1 * grads


def train(params, loader):
    for tokens, labels in loader:
        inputs = jax.nn.one_hot(jnp.clip(tokens, 0, 31), 32)  # fact: work_beside_steps 3 beside train_step
        params = train_step(params, inputs.reshape(len(tokens), -1), labels)
    print(float(params.sum()))


def train_bare(params, loader):
    for inputs, labels in loader:
        params = train_step(params, inputs, labels)
    print(float(params.sum()))
