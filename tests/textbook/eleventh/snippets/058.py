import equinox as eqx
import jax
import jax.numpy as jnp


class Stack(eqx.Module):
    layers: eqx.nn.MLP

    def __init__(self, dim, depth, key):
        keys = jax.random.split(key, depth)
        self.layers = eqx.filter_vmap(lambda k: eqx.nn.MLP(dim, dim, 2 * dim, 1, key=k))(keys)

    def __call__(self, x):
        dynamic, static = eqx.partition(self.layers, eqx.is_array)

        def body(x, dynamic_layer):
            layer = eqx.combine(dynamic_layer, static)
            return x + layer(x), None

        x, _ = jax.lax.scan(body, x, dynamic)
        return x


model = Stack(4, 6, jax.random.key(0))
x = jax.random.normal(jax.random.key(1), (8, 4))


@eqx.filter_jit
@eqx.filter_grad
def grads(model, x):
    return jnp.mean(jax.vmap(model)(x) ** 2)


print(grads(model, x).layers.layers[0].weight.shape)
