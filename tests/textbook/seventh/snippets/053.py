import jax
import jax.numpy as jnp

grad_norms = []


def loss_fn(w, x, y):
    return jnp.mean(jnp.logaddexp(0.0, -y * (x @ w)))


@jax.jit
def step(w, x, y, lr=0.5):
    g = jax.grad(loss_fn)(w, x, y)
    grad_norms.append(jnp.linalg.norm(g))
    return w - lr * g


kx, ky = jax.random.split(jax.random.key(0))
x = jax.random.normal(kx, (2_000, 50))
y = jnp.sign(x[:, 0] + 0.1 * jax.random.normal(ky, (2_000,)))
w = jnp.zeros(50)
for _ in range(300):
    w = step(w, x, y)
print("first and last gradient norm:", grad_norms[0] + 0.0, grad_norms[-1] + 0.0)
