import jax
import jax.numpy as jnp


@jax.jit
def rollout(theta, x0, n_steps):
    def body(i, x):
        return x + 0.05 * jnp.tanh(theta @ x)

    return jax.lax.fori_loop(0, n_steps, body, x0)


def loss(theta, x0, goal, n_steps):
    final = rollout(theta, x0, n_steps)
    return jnp.sum((final - goal) ** 2)


theta = 0.1 * jax.random.normal(jax.random.key(0), (3, 3))
x0 = jnp.ones(3)
goal = jnp.array([0.0, 1.0, 2.0])
for _ in range(5):
    theta = theta - 0.1 * jax.grad(loss)(theta, x0, goal, 20)
print(theta)
