import equinox as eqx
import jax
import jax.numpy as jnp


class Encoder(eqx.Module):
    layers: list
    activation: callable

    def __init__(self, key):
        k1, k2 = jax.random.split(key)
        self.layers = [eqx.nn.Linear(4, 16, key=k1), eqx.nn.Linear(16, 2, key=k2)]
        self.activation = jax.nn.gelu

    def __call__(self, x):
        return self.layers[1](self.activation(self.layers[0](x)))


@jax.jit
def evaluate(model, xs):
    return jax.vmap(model)(xs)


model = Encoder(jax.random.key(0))
print(evaluate(model, jnp.ones((5, 4))))
