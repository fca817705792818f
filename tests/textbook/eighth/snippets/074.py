"""Conjugate gradient with progress reports from inside the compiled loop."""
import jax
import jax.numpy as jnp

DIM, MAX_ITERS, TOL = 2048, 500, 1e-4
history = []


def record(residual_norm):
    history.append(float(residual_norm))


@jax.jit
def conjugate_gradient(matrix, b):
    def keep_going(state):
        i, _, r, _ = state
        return (i < MAX_ITERS) & (jnp.linalg.norm(r) > TOL)

    def body(state):
        i, x, r, p = state
        ap = matrix @ p
        alpha = (r @ r) / (p @ ap)
        r_new = r - alpha * ap
        beta = (r_new @ r_new) / (r @ r)
        jax.debug.callback(record, jnp.linalg.norm(r_new), ordered=True)
        return i + 1, x + alpha * p, r_new, r_new + beta * p

    iters, x, r, _ = jax.lax.while_loop(keep_going, body, (0, jnp.zeros_like(b), b, b))
    jax.debug.print("stopped after {} iterations, residual {}", iters, jnp.linalg.norm(r))
    return x


if __name__ == "__main__":
    ka, kb = jax.random.split(jax.random.key(0))
    a = jax.random.normal(ka, (DIM, DIM)) / DIM**0.5
    matrix = a @ a.T + jnp.eye(DIM)
    x = jax.block_until_ready(conjugate_gradient(matrix, jax.random.normal(kb, (DIM,))))
    jax.effects_barrier()
    print("recorded", len(history), "residuals, last", history[-1])
