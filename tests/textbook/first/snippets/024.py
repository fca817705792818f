import jax
import jax.numpy as jnp


@jax.jit
def adaptive_step(y, h, tol):
    def f(y):
        return jnp.stack([y[1], (1 - y[0] ** 2) * y[1] - y[0]])

    euler = y + h * f(y)
    heun = y + 0.5 * h * (f(y) + f(euler))
    err = jnp.max(jnp.abs(heun - euler))

    def accept():
        return heun, jnp.minimum(h * 1.5, 0.1)

    def reject():
        return y, h * 0.5

    return jax.lax.cond(err < tol, accept, reject)


if __name__ == "__main__":
    state = (jnp.array([2.0, 0.0]), jnp.float32(0.01))
    print(jax.lax.fori_loop(0, 500, lambda _, s: adaptive_step(*s, 1e-3), state))
