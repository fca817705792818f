import jax
import jax.numpy as jnp


@jax.jit
def mat_power_vec(a, v, n):
    for _ in range(n):
        v = a @ v
        v = v / jnp.linalg.norm(v)
    return v


def stationary(transition, n_iter):
    v0 = jnp.full(transition.shape[0], 1.0 / transition.shape[0])
    return mat_power_vec(transition.T, v0, n_iter)


if __name__ == "__main__":
    print(stationary(jnp.eye(4), 10))
