import jax
import jax.numpy as jnp
import optax

DEPTH = 24
WIDTH = 64


def init(key):
    return [
        {"w": jax.random.normal(k, (WIDTH, WIDTH)) / WIDTH**0.5, "b": jnp.zeros(WIDTH)}
        for k in jax.random.split(key, DEPTH)
    ]


def loss_fn(params, x, y):
    for layer in params:
        x = x + 0.1 * jnp.tanh(x @ layer["w"] + layer["b"])
    return jnp.mean((x - y) ** 2)


grad_fn = jax.jit(jax.value_and_grad(loss_fn))


def train(key, num_steps=10_000):
    init_key, data_key = jax.random.split(key)
    params = init(init_key)
    tx = optax.adamw(1e-3)
    opt_state = tx.init(params)
    for step in range(num_steps):
        x = jax.random.normal(jax.random.fold_in(data_key, step), (32, WIDTH))
        loss, grads = grad_fn(params, x, jnp.flip(x, -1))
        updates, opt_state = tx.update(grads, opt_state, params)
        params = optax.apply_updates(params, updates)
        if step % 1000 == 0:
            print(step, loss)
    return params


if __name__ == "__main__":
    train(jax.random.key(0))
