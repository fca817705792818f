import jax
from jax import numpy as jnp


def solve(a, b, tol=1e-6):
    def residual(x):
        return b - a @ x

    x = jnp.zeros_like(b)
    r = residual(x)
    d = jnp.diag(a)
    while jnp.max(jnp.abs(r)) > tol:
        x = x + r / d
        r = residual(x)
    return x


jacobi = jax.jit(solve)

if __name__ == "__main__":
    m = jnp.eye(32) * 4.0 + 0.05
    print(jacobi(m, jnp.ones(32))[:3])
