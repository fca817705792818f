import jax
import jax.numpy as jnp


@jax.jit
def rk4(y, h):
    f = lambda v: jnp.array([v[1], -v[0] - 0.1 * v[1]])
    k1 = f(y)
    k2 = f(y + 0.5 * h * k1)
    k3 = f(y + 0.5 * h * k2)
    k4 = f(y + h * k3)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def integrate(y0, h=1e-4, n=1_000_000):
    y = y0
    for _ in range(n):
        y = rk4(y, h)
    return y


if __name__ == "__main__":
    print(integrate(jnp.array([1.0, 0.0])))
