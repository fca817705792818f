import jax
import jax.numpy as jnp


def loss(c, basis, target):
    field = basis @ c
    return jnp.mean(jnp.abs(field - target) ** 2)


@jax.jit
def step(c, basis, target, lr):
    value, g = jax.value_and_grad(loss)(c, basis, target)
    c = c - lr * g
    return c, value


def problem(key, n=32, m=6):
    k1, k2 = jax.random.split(key)
    phase = jax.random.uniform(k1, (n, m), maxval=2 * jnp.pi)
    basis = jnp.exp(1j * phase)
    truth = jax.random.normal(k2, (m,)) + 0.5j
    return basis, basis @ truth


basis, target = problem(jax.random.key(0))
c = jnp.zeros(6, dtype=jnp.complex64)
for i in range(50):
    c, value = step(c, basis, target, 0.05)
print(value)
