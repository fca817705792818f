import jax
import jax.numpy as jnp


@jax.jit
def softplus_derivative(x):
    return jax.vmap(jax.grad(jax.nn.softplus))(x)


def check_gradient(x, h=1e-6):
    """Central differences in double precision against autodiff."""
    with jax.enable_x64(True):
        xd = jnp.asarray(x, dtype=jnp.float64)
        fd = (jax.nn.softplus(xd + h) - jax.nn.softplus(xd - h)) / (2 * h)
        return float(jnp.max(jnp.abs(fd - softplus_derivative(xd))))


if __name__ == "__main__":
    print(check_gradient([-3.0, -0.5, 0.0, 2.0]))
