import jax
import jax.numpy as jnp


@jax.checkpoint
def block(w, x, is_training):
    h = jnp.sin(x @ w)
    if is_training:
        h = h * 0.9
    return x + h


def forward(params, x, is_training):
    for w in params:
        x = block(w, x, is_training)
    return x


def loss(params, x, y):
    return jnp.mean((forward(params, x, True) - y) ** 2)


key = jax.random.key(0)
params = [0.1 * jax.random.normal(k, (32, 32)) for k in jax.random.split(key, 6)]
x = jnp.ones((4, 32))
y = jnp.zeros((4, 32))
grads = jax.grad(loss)(params, x, y)
print(len(grads), grads[0].shape)
