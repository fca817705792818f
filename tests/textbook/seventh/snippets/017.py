import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


@jax.jit
def cg_solve(matrix, rhs, tol=1e-12, max_iter=2_000):
    def cond(state):
        _, r, _, i = state
        return (jnp.vdot(r, r) > tol**2) & (i < max_iter)

    def body(state):
        x, r, p, i = state
        ap = matrix @ p
        alpha = jnp.vdot(r, r) / jnp.vdot(p, ap)
        r_new = r - alpha * ap
        beta = jnp.vdot(r_new, r_new) / jnp.vdot(r, r)
        return x + alpha * p, r_new, r_new + beta * p, i + 1

    x0 = jnp.zeros_like(rhs)
    x, r, _, i = jax.lax.while_loop(cond, body, (x0, rhs, rhs, 0))
    return x, jnp.linalg.norm(r), i


k1, k2 = jax.random.split(jax.random.key(0))
a = jax.random.normal(k1, (1_000, 1_000), dtype=jnp.float64)
matrix = a @ a.T / 1_000 + jnp.eye(1_000)
x, residual, iterations = cg_solve(matrix, jax.random.normal(k2, (1_000,), dtype=jnp.float64))
print(x.dtype, residual, iterations)
