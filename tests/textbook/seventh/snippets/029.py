import jax
import jax.numpy as jnp

WIDTHS = (784, 512, 256, 64, 10)


def init(key):
    keys = jax.random.split(key, len(WIDTHS) - 1)
    return [
        {"w": jax.random.normal(k, (m, n)) * (2.0 / m) ** 0.5, "b": jnp.zeros(n)}
        for k, m, n in zip(keys, WIDTHS[:-1], WIDTHS[1:])
    ]


@jax.jit
def forward(params, x):
    for i, layer in enumerate(params):
        x = x @ layer["w"] + layer["b"]
        if i < len(params) - 1:
            x = jax.nn.relu(x)
    return x


params = init(jax.random.key(0))
key = jax.random.key(1)
for batch in range(1_000):
    x = jax.random.normal(jax.random.fold_in(key, batch), (256, 784))
    logits = forward(params, x)
print(logits.shape)
