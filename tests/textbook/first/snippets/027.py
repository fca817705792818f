from jax.config import config

config.update("jax_enable_x64", True)

import jax.numpy as jnp
from jax import grad, jit


@jit
def rosenbrock(x):
    return jnp.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


gradient = jit(grad(rosenbrock))

if __name__ == "__main__":
    print(gradient(jnp.zeros(10)))
