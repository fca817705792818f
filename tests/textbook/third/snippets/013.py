import jax
import jax.numpy as jnp


@jax.jit
def sinkhorn_cost(cost, eps=0.1):
    n, m = cost.shape

    def body(_, fg):
        f, g = fg
        f = -eps * (jax.nn.logsumexp((g[None] - cost) / eps, axis=1) + jnp.log(n))
        g = -eps * (jax.nn.logsumexp((f[:, None] - cost) / eps, axis=0) + jnp.log(m))
        return f, g

    f, g = jax.lax.fori_loop(0, 50, body, (jnp.zeros(n), jnp.zeros(m)))
    return f.mean() + g.mean()


grad_cost = jax.jit(jax.grad(sinkhorn_cost))
print(grad_cost(jnp.abs(jnp.arange(5.0)[:, None] - jnp.arange(4.0))).shape)
