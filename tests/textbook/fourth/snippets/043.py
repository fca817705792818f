import jax
import jax.numpy as jnp


@jax.jit
def solve(a, b):
    def body(i, x):
        residual = b - a @ x
        jax.lax.cond(
            i % 10 == 0,
            lambda r: jax.debug.print("residual {r}", r=r),
            lambda r: None,
            jnp.linalg.norm(residual),
        )
        return x + 0.1 * residual

    return jax.lax.fori_loop(0, 50, body, jnp.zeros_like(b))


a = jnp.diag(jnp.arange(1.0, 5.0))
print(solve(a, jnp.ones(4)))
jax.effects_barrier()
