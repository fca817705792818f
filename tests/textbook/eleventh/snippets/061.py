import jax
import jax.numpy as jnp

A = jax.random.normal(jax.random.key(0), (300, 100))


def objective(x):
    return jnp.sum(jax.nn.softplus(A @ x)) + 0.5 * jnp.dot(x, x)


@jax.jit
def newton_direction(x):
    g = jax.grad(objective)(x)

    def matvec(v):
        return jax.hessian(objective)(x) @ v

    d, _ = jax.scipy.sparse.linalg.cg(matvec, g, maxiter=20)
    return d


x = jnp.zeros(100)
for _ in range(5):
    x = x - newton_direction(x)
print(objective(x))
