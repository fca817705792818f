import jax
import jax.numpy as jnp


def rosenbrock(x):
    return jnp.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


@jax.jit
def descend(x, velocity, lr=1e-4, momentum=0.9):
    g = jax.jacfwd(rosenbrock)(x)
    velocity = momentum * velocity - lr * g
    return x + velocity, velocity


x = jax.random.normal(jax.random.key(0), (200_000,)) * 0.1
velocity = jnp.zeros_like(x)
for step in range(2_000):
    x, velocity = descend(x, velocity)
print(rosenbrock(x))
