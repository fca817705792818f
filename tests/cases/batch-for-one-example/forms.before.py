# not executed: the originals raise
import equinox as eqx
import jax
import jax.numpy as jnp


@eqx.filter_value_and_grad
def loss(model, x):
    return jnp.mean(model(x) ** 2)  # want: JOL854 (error) "takes one example"


@eqx.filter_jit
def step(model, x):
    value, grads = loss(model, x)
    return eqx.apply_updates(model, grads), value


def main(key):
    model = eqx.nn.MLP(2, 1, 8, 2, key=key)
    x = jax.random.normal(key, (64, 2))
    for _ in range(10):
        model, value = step(model, x)
    conv = eqx.nn.Conv2d(1, 2, 3, key=key)
    embed = eqx.nn.Embedding(10, 4, key=key)
    return conv(jnp.ones((8, 1, 9, 9))), embed(jnp.array([1, 2]))  # want: JOL854 JOL854
