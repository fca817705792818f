import jax
import jax.numpy as jnp


@jax.jit
def safe_log_ratio(x, y):
    ok = (x > 0) & (y > 0)
    xs = jnp.where(ok, x, 1.0)
    ys = jnp.where(ok, y, 1.0)
    return jnp.where(ok, jnp.log(xs) - jnp.log(ys), 0.0)


def divergence(p, q):
    return jnp.sum(p * safe_log_ratio(p, q))


grad_divergence = jax.grad(divergence)


@jax.jit
def descend(p, q, lr=0.1, rounds=100):
    def body(_, p):
        p = jnp.clip(p - lr * grad_divergence(p, q), min=0.0)
        return p / p.sum()

    return jax.lax.fori_loop(0, rounds, body, p)
