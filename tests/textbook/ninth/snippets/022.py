import jax
import jax.numpy as jnp

NUM_UNKNOWNS = 512
TOLERANCE = 1e-12
MAX_STEPS = 5_000


@jax.jit
def jacobi_solve(matrix, rhs):
    """Double-precision Jacobi iteration for a diagonally dominant system."""
    diagonal = jnp.diag(matrix)

    def keep_going(state):
        _, residual, step = state
        return (jnp.linalg.norm(residual) > TOLERANCE) & (step < MAX_STEPS)

    def body(state):
        x, residual, step = state
        x = x + residual / diagonal
        return x, rhs - matrix @ x, step + 1

    x, residual, steps = jax.lax.while_loop(keep_going, body, (jnp.zeros_like(rhs), rhs, 0))
    return x, jnp.linalg.norm(residual), steps


a_key, b_key = jax.random.split(jax.random.key(0))
coupling = jax.random.normal(a_key, (NUM_UNKNOWNS, NUM_UNKNOWNS), dtype=jnp.float64)
matrix = 0.02 * coupling + 2.0 * jnp.eye(NUM_UNKNOWNS, dtype=jnp.float64)
rhs = jax.random.normal(b_key, (NUM_UNKNOWNS,), dtype=jnp.float64)
solution, residual_norm, steps = jacobi_solve(matrix, rhs)
print("residual", float(residual_norm), "after", int(steps), "steps")
