import jax
import jax.numpy as jnp
import optax

optimizer = optax.adam(1e-3)


def forward(params, x):
    for w, b in params[:-1]:
        x = jax.nn.relu(x @ w + b)
    w, b = params[-1]
    return x @ w + b


def loss_fn(params, x, y):
    return optax.softmax_cross_entropy(forward(params, x), y).mean()


def train_step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = optimizer.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


def run(params, data, steps=20_000):
    opt_state = optimizer.init(params)
    for i in range(steps):
        x, y = data[i % len(data)]
        params, opt_state, loss = train_step(params, opt_state, x, y)
        if i % 1000 == 0:
            print(i, float(loss))
    return params
