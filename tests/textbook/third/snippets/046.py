import jax
import jax.numpy as jnp


def residual(theta, x, y):
    return jnp.exp(-theta[0] * x) * theta[1] - y


def gauss_newton(theta, x, y, iterations=30):
    for _ in range(iterations):
        fn = jax.jit(lambda t: (residual(t, x, y), jax.jacfwd(residual)(t, x, y)))
        r, jac = fn(theta)
        delta, *_ = jnp.linalg.lstsq(jac, -r)
        theta = theta + delta
    return theta


if __name__ == "__main__":
    xs = jnp.linspace(0.0, 4.0, 200)
    print(gauss_newton(jnp.array([1.0, 1.0]), xs, 2.0 * jnp.exp(-0.5 * xs)))
