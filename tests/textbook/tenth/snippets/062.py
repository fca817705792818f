import jax
import jax.numpy as jnp


def affine(x, weight, bias):
    return jnp.tanh(weight @ x + bias)


batched_affine = jax.vmap(affine, in_axes=(0, None, None))


def loss(params, xs, ys):
    out = batched_affine(xs, params["w"], bias=params["b"])
    return jnp.mean((out - ys) ** 2)


key = jax.random.key(42)
k_w, k_x, k_y = jax.random.split(key, 3)
params = {
    "w": jax.random.normal(k_w, (3, 5)),
    "b": jnp.zeros(3),
}
xs = jax.random.normal(k_x, (64, 5))
ys = jax.random.normal(k_y, (64, 3))

value, grads = jax.value_and_grad(loss)(params, xs, ys)
print(value, jax.tree.map(jnp.shape, grads))
