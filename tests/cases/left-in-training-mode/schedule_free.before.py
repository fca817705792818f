# not executed: nothing is rewritten
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(1)(nn.relu(nn.Dense(8)(x)))


net = Net()
free = optax.contrib.schedule_free_sgd(0.1)


def loss(params, x, y):
    return jnp.mean((net.apply(params, x) - y) ** 2)


@jax.jit
def step(params, state, x, y):
    updates, state = free.update(jax.grad(loss)(params, x, y), state, params)
    return optax.apply_updates(params, updates), state


def fit(params, batches, held):
    state = free.init(params)
    for epoch in range(10):
        for x, y in batches:
            params, state = step(params, state, x, y)
        print(loss(params, *held))  # want: JOL832 "`params` are the parameters"
    return net.apply(params, held[0])  # want: JOL832 "a schedule-free optimizer trains with"
