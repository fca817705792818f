import jax
import jax.numpy as jnp


@jax.jit
def solve(a, b):
    def cond(carry):
        i, x, r = carry
        return (i < 50) & (jnp.vdot(r, r) > 1e-8)

    def body(carry):
        i, x, r = carry
        ar = a @ r
        alpha = jnp.vdot(r, r) / jnp.vdot(r, ar)
        x = x + alpha * r
        r = r - alpha * ar
        jax.lax.cond(
            i % 10 == 0,
            lambda: jax.debug.print("iter {i}: residual {r:.3e}", i=i, r=jnp.linalg.norm(r)),
            lambda: None,
        )
        return i + 1, x, r

    x0 = jnp.zeros_like(b)
    n, x, _ = jax.lax.while_loop(cond, body, (0, x0, b - a @ x0))
    return n, x


m = jax.random.normal(jax.random.key(0), (8, 8))
a = m @ m.T / 8 + jnp.eye(8)
n, x = solve(a, jnp.ones(8))
jax.effects_barrier()
print(n, jnp.linalg.norm(a @ x - 1.0))
