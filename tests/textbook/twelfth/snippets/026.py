"""Small MLP with layers of different widths."""
import functools

import jax
import jax.numpy as jnp

SIZES = (784, 300, 100, 10)


def init(key):
    params = []
    for k, m, n in zip(jax.random.split(key, len(SIZES) - 1), SIZES[:-1], SIZES[1:]):
        params.append({"w": jax.random.normal(k, (m, n)) / m**0.5, "b": jnp.zeros(n)})
    return params


def forward(params, x):
    for i, layer in enumerate(params):
        x = x @ layer["w"] + layer["b"]
        if i < len(params) - 1:
            x = jax.nn.relu(x)
    return x


def loss_fn(params, x, labels):
    logp = jax.nn.log_softmax(forward(params, x))
    return -jnp.mean(jnp.take_along_axis(logp, labels[:, None], axis=1))


@functools.partial(jax.jit, donate_argnums=0)
def step(params, x, labels):
    grads = jax.grad(loss_fn)(params, x, labels)
    return jax.tree.map(lambda p, g: p - 0.05 * g, params, grads)


if __name__ == "__main__":
    k_init, k_data = jax.random.split(jax.random.key(0))
    params = init(k_init)
    for i in range(100):
        kx, ky = jax.random.split(jax.random.fold_in(k_data, i))
        x = jax.random.normal(kx, (32, SIZES[0]))
        labels = jax.random.randint(ky, (32,), 0, SIZES[-1])
        params = step(params, x, labels)
    print(jax.tree.map(jnp.shape, params))
