import equinox as eqx
import jax
import jax.numpy as jnp


class Normaliser(eqx.Module):
    mean: jax.Array
    scale: jax.Array
    linear: eqx.nn.Linear

    def __init__(self, data, key):
        self.mean = data.mean(axis=0)
        self.scale = data.std(axis=0)
        self.linear = eqx.nn.Linear(data.shape[1], 1, key=key)

    def __call__(self, x):
        mean, scale = jax.lax.stop_gradient((self.mean, self.scale))
        scale = eqx.error_if(scale, jnp.any(scale <= 0), "scale must be positive")
        return self.linear((x - mean) / scale)


data = jax.random.normal(jax.random.key(0), (20, 3)) * 2.0
model = Normaliser(data, jax.random.key(1))
doubled = eqx.tree_at(lambda m: m.linear.weight, model, replace_fn=lambda w: 2.0 * w)


@eqx.filter_jit
@eqx.filter_grad
def gradient(model, x):
    return jnp.mean(jax.vmap(model)(x) ** 2)


print(gradient(doubled, data).mean)
