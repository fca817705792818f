import equinox as eqx
import jax
import jax.numpy as jnp


class Whitened(eqx.Module):
    mean: jax.Array = eqx.field(static=True)
    std: jax.Array = eqx.field(static=True)
    linear: eqx.nn.Linear

    def __init__(self, data, key):
        self.mean = data.mean(axis=0)
        self.std = data.std(axis=0)
        self.linear = eqx.nn.Linear(data.shape[1], 1, key=key)

    def __call__(self, x):
        return self.linear((x - self.mean) / self.std)


data = jax.random.normal(jax.random.key(0), (50, 3)) * 4 + 2
model = Whitened(data, jax.random.key(1))


def loss(model, x):
    return jnp.mean(jax.vmap(model)(x) ** 2)


grads = eqx.filter_grad(loss)(model, data)
print(grads.linear.weight)
