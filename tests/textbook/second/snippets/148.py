import jax
import jax.numpy as jnp


def energy(x, w):
    return jnp.sum(jnp.tanh(x @ w) ** 2)


def relax(x, w, steps=5000, lr=1e-3):
    for _ in range(steps):
        g = jax.jit(lambda z: jax.grad(energy)(z, w))(x)
        x = x - lr * g
    return x


if __name__ == "__main__":
    k1, k2 = jax.random.split(jax.random.key(0))
    x0 = jax.random.normal(k1, (4096, 1024))
    w0 = jax.random.normal(k2, (1024, 1024))
    print(relax(x0, w0).mean())
