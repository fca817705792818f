import jax
import jax.numpy as jnp


def make_grid(n):
    x = jnp.linspace(0.0, 1.0, n)
    return x, 1.0 / (n - 1)


@jax.jit
def laplacian(u, h):
    return (u[2:] - 2.0 * u[1:-1] + u[:-2]) / h**2


def convergence(sizes):
    errors = []
    for n in sizes:
        x, h = grids[n]
        u = jnp.sin(jnp.pi * x)
        exact = -(jnp.pi**2) * jnp.sin(jnp.pi * x[1:-1])
        errors.append(float(jnp.max(jnp.abs(laplacian(u, h) - exact))))
    return errors


sizes = (65, 257, 1025)
grids = {n: make_grid(n) for n in sizes}

jax.config.update("jax_enable_x64", True)

for n, err in zip(sizes, convergence(sizes)):
    print(n, err)
