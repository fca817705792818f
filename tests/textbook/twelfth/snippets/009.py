import jax
import jax.numpy as jnp


def backtrack(loss, x, g, t):
    return loss(x - t * g)


def rosenbrock(x):
    return (1.0 - x[0]) ** 2 + 100.0 * (x[1] - x[0] ** 2) ** 2


@jax.jit
def step(x, t):
    value, g = jax.value_and_grad(rosenbrock)(x)
    trial = backtrack(rosenbrock, x, g, t)
    if trial < value:
        x = x - t * g
        t = t * 1.2
    else:
        t = t * 0.5
    return x, t, value


def minimise(x0, iters=2000):
    x, t = x0, jnp.float32(1e-2)
    for _ in range(iters):
        x, t, value = step(x, t)
    return x, value


if __name__ == "__main__":
    print(minimise(jnp.array([-1.2, 1.0])))
