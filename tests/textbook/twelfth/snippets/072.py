import jax
import jax.numpy as jnp
import numpy as np

np.random.seed(0)


@jax.jit
def langevin_step(x, step_size):
    grad = x**3 - x
    noise = np.random.normal(size=x.shape)
    return x - step_size * grad + jnp.sqrt(2.0 * step_size) * noise


def chain(n_steps, n_walkers=256):
    x = jnp.zeros((n_walkers,))
    samples = []
    for step in range(n_steps):
        x = langevin_step(x, 0.01)
        if step % 50 == 0:
            samples.append(x)
    return jnp.stack(samples)


if __name__ == "__main__":
    s = chain(1000)
    print(s.shape, s.mean(), s.std())
