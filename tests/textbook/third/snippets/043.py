import jax
import jax.numpy as jnp


def solve(a, b, tol=1e-5):
    def cond(state):
        x, prev = state
        return jnp.max(jnp.abs(x - prev)) > tol

    def body(state):
        x, _ = state
        return jnp.tanh(a @ x) + b, x

    init = (jnp.zeros_like(b), jnp.ones_like(b))
    x, _ = jax.lax.while_loop(cond, body, init)
    return x


def loss(a, b, target):
    return jnp.mean((solve(a, b) - target) ** 2)


@jax.jit
def step(a, b, target, lr=0.05):
    return a - lr * jax.grad(loss)(a, b, target)
