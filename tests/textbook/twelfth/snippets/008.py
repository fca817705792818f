import jax
import jax.numpy as jnp

DIM = 5000


def objective(x):
    return jnp.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def hvp(x, v):
    return jax.hessian(objective)(x) @ v


@jax.jit
def power_step(x, v):
    w = hvp(x, v)
    return w / jnp.linalg.norm(w), v @ w


def top_eigenvalue(x, key, iters=50):
    v = jax.random.normal(key, x.shape)
    v = v / jnp.linalg.norm(v)
    for _ in range(iters):
        v, eigenvalue = power_step(x, v)
    return eigenvalue


def main():
    kx, kv = jax.random.split(jax.random.key(0))
    x = jax.random.normal(kx, (DIM,))
    print(top_eigenvalue(x, kv))


if __name__ == "__main__":
    main()
