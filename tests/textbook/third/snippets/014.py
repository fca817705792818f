import equinox as eqx
import jax
import jax.numpy as jnp


model = eqx.nn.MLP(8, 1, width_size=32, depth=2, key=jax.random.key(0))


@jax.jit
def predict(model, xs):
    return jax.vmap(model)(xs)[:, 0]


def r2(model, xs, ys):
    pred = predict(model, xs)
    return 1.0 - jnp.sum((ys - pred) ** 2) / jnp.sum((ys - ys.mean()) ** 2)


print(r2(model, jnp.ones((16, 8)), jnp.arange(16.0)))
