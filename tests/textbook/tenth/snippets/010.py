import functools

import jax
import jax.numpy as jnp


def potential(x):
    return 0.25 * jnp.sum(x**4) - 0.5 * jnp.sum(x**2)


@functools.partial(jax.jit, static_argnames="n_steps")
def langevin(key, x0, n_steps, step_size=1e-2):
    init_key, noise_key = jax.random.split(key)
    x = x0 + 0.01 * jax.random.normal(init_key, x0.shape)

    def body(x, _):
        noise = jax.random.normal(noise_key, x.shape)
        x = x - step_size * jax.grad(potential)(x)
        x = x + jnp.sqrt(2.0 * step_size) * noise
        return x, jnp.mean(x)

    return jax.lax.scan(body, x, None, length=n_steps)


chain_keys = jax.random.split(jax.random.key(0), 8)
x0 = jnp.zeros((8, 3))
final, means = jax.vmap(lambda k, x: langevin(k, x, 200))(chain_keys, x0)
print(final.mean(), means.shape)
