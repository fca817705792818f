import jax
import jax.numpy as jnp

NUM_ITERATIONS = 50


def sinkhorn_cost(log_scale, cost):
    """Entropic optimal transport between uniform marginals."""
    n, m = cost.shape
    log_k = -cost / jnp.exp(log_scale)
    log_a, log_b = -jnp.log(n), -jnp.log(m)

    def body(_, potentials):
        f, g = potentials
        f = log_a - jax.nn.logsumexp(log_k + g[None, :], axis=1)
        g = log_b - jax.nn.logsumexp(log_k + f[:, None], axis=0)
        return f, g

    f, g = jax.lax.fori_loop(0, NUM_ITERATIONS, body, (jnp.zeros(n), jnp.zeros(m)))
    plan = jnp.exp(f[:, None] + log_k + g[None, :])
    return jnp.sum(plan * cost)


kx, ky = jax.random.split(jax.random.key(0))
x, y = jax.random.normal(kx, (256, 3)), 1.0 + jax.random.normal(ky, (300, 3))
cost = jnp.sum((x[:, None] - y[None]) ** 2, axis=-1)
value, grad = jax.jit(jax.value_and_grad(sinkhorn_cost))(jnp.float32(0.5), cost)
print(value, grad)
