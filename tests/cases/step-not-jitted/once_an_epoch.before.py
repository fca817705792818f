# not executed: only the severity is looked at
import flax.linen as nn
import jax
import jax.numpy as jnp
import matplotlib.pyplot as plt
import optax
from flax import nnx


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(256)(x))
        x = nn.relu(nn.Dense(256)(x))
        return nn.Dense(10)(x)


model = Net()
params = model.init(jax.random.key(0), jnp.ones((1, 784)))


@jax.jit
def update(params, x, y):
    grads = jax.grad(lambda p: jnp.mean((model.apply(p, x) - y) ** 2))(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def accuracy(params, x, y):
    return jnp.mean(jnp.argmax(model.apply(params, x), axis=1) == y)


def train(params, images, labels, tests):
    for epoch in range(20):
        for i in range(0, 60000, 64):
            params = update(params, images[i : i + 64], labels[i : i + 64])
        print(f"{epoch}: {model.apply(params, tests).mean()}")  # want: JOL109 (info)
    return params


def draw(params, images):
    for i, image in enumerate(images):
        plt.subplot(2, 5, i + 1)
        plt.title(f"{jnp.argmax(model.apply(params, image))}")  # want: JOL109 (info)
    plt.show()


def nnx_step(model, tx, state, x):  # want: JOL109 (warning) "nothing compiles it"
    loss, grads = nnx.value_and_grad(lambda m, x: jnp.mean(m(x) ** 2))(model, x)
    updates, state = tx.update(grads, state)
    nnx.update(model, optax.apply_updates(nnx.state(model, nnx.Param), updates))
    return loss, state


def nnx_train(model, tx, state, batches):
    for x in batches:
        loss, state = nnx_step(model, tx, state, x)
        print(loss)
