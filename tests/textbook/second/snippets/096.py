import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def newton(x, tol=1e-6, max_iter=50):
    def cond(state):
        x, dx, i = state
        return (jnp.max(jnp.abs(dx)) > tol) & (i < max_iter)

    def body(state):
        x, _, i = state
        dx = (x**3 - 2 * x - 5) / (3 * x**2 - 2)
        return x - dx, dx, i + 1

    x, _, iters = lax.while_loop(cond, body, (x, jnp.full_like(x, jnp.inf), 0))
    return x, iters


if __name__ == "__main__":
    root, n = newton(jnp.linspace(1.5, 3.0, 8))
    print(root, int(n))
