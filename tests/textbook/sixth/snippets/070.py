import jax
import jax.numpy as jnp

LAYER_SIZES = (784, 1_024, 512, 256, 128, 64, 10)


def init_params(key):
    keys = jax.random.split(key, len(LAYER_SIZES) - 1)
    return [
        {"w": jax.random.normal(k, (m, n)) * jnp.sqrt(2.0 / m), "b": jnp.zeros(n)}
        for k, m, n in zip(keys, LAYER_SIZES[:-1], LAYER_SIZES[1:])
    ]


@jax.jit
def forward(params, x):
    *hidden, last = params
    for layer in hidden:
        x = jax.nn.relu(x @ layer["w"] + layer["b"])
    return x @ last["w"] + last["b"]


@jax.jit
def accuracy(params, images, labels):
    return jnp.mean(forward(params, images).argmax(axis=-1) == labels)


if __name__ == "__main__":
    params = init_params(jax.random.key(0))
    images = jax.random.normal(jax.random.key(1), (10_000, 784))
    labels = jnp.arange(10_000) % 10
    print(f"accuracy: {accuracy(params, images, labels):.3f}")
