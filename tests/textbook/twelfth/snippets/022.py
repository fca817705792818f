import jax
import jax.numpy as jnp


def init_mlp(key, sizes):
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        (jax.random.normal(k, (m, n)) * (2.0 / m) ** 0.5, jnp.zeros((n,)))
        for k, m, n in zip(keys, sizes[:-1], sizes[1:])
    ]


def apply_mlp(params, x):
    for w, b in params[:-1]:
        x = jax.nn.relu(x @ w + b)
    w, b = params[-1]
    return x @ w + b


def loss_fn(params, x, y):
    return jnp.mean((apply_mlp(params, x)[:, 0] - y) ** 2)


def train_step(params, x, y, lr=1e-3):
    grads = jax.grad(loss_fn)(params, x, y)
    return jax.tree.map(lambda p, g: p - lr * g, params, grads)


def main(num_steps=20_000):
    k_params, k_data = jax.random.split(jax.random.key(0))
    params = init_mlp(k_params, [10, 256, 256, 1])
    for step in range(num_steps):
        x = jax.random.normal(jax.random.fold_in(k_data, step), (128, 10))
        params = train_step(params, x, jnp.sin(x[:, 0]))
    return params


if __name__ == "__main__":
    main()
