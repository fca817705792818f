import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=0)
def sgd_step(theta, key):
    noise = jax.random.normal(key, theta.shape)

    def energy(t):
        return jnp.sum((t**2 - 1.0) ** 2)

    value, g = jax.value_and_grad(energy)(theta)
    return theta - 1e-3 * g + 1e-2 * noise, value


def sample(seed: int, num_steps: int = 20_000):
    key = jax.random.key(seed)
    key, init_key = jax.random.split(key)
    theta = jax.random.normal(init_key, (1000,))
    for step in range(num_steps):
        key, sub = jax.random.split(key)
        theta, value = sgd_step(theta, sub)
        if jnp.isnan(value):
            raise RuntimeError(f"diverged at step {step}")
    return theta


if __name__ == "__main__":
    print(sample(0).mean())
