import functools

import jax
import jax.numpy as jnp


def newton_sqrt(a, n_iter=12):
    def body(_, x):
        return 0.5 * (x + a / x)

    return jax.lax.fori_loop(0, n_iter, body, a)


@functools.partial(jax.jit, static_argnames=("n_iter",))
def loss(theta, xs, n_iter):
    roots = jax.vmap(lambda x: newton_sqrt(x * theta**2 + 1e-3, n_iter))(xs)
    return jnp.mean((roots - 2.0 * jnp.sqrt(xs)) ** 2)


grad_fn = jax.grad(loss)
xs = jnp.linspace(0.5, 4.0, 16)
theta = jnp.float32(1.0)
for _ in range(30):
    theta = theta - 0.05 * grad_fn(theta, xs, n_iter=12)
print(theta)
