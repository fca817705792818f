import jax
import jax.numpy as jnp


def hvp(f, x, v):
    return jax.jvp(jax.grad(f), (x,), (v,))[1]


def rosenbrock(x):
    return jnp.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


@jax.jit
def newton_cg(x):
    g = jax.grad(rosenbrock)(x)
    d, _ = jax.scipy.sparse.linalg.cg(lambda v: hvp(rosenbrock, x, v) + 1e-2 * v, -g, maxiter=20)
    return x + d


@jax.jit
def small_hessian(x):
    return jnp.linalg.eigvalsh(jax.hessian(rosenbrock)(x))


if __name__ == "__main__":
    x = jnp.ones(50) * 0.9
    for _ in range(3):
        x = newton_cg(x)
    print(rosenbrock(x), small_hessian(x[:4]))
