import jax
import jax.numpy as jnp


@jax.jit
def power_iteration(a, v):
    def body(i, v):
        w = a @ v
        norm = jnp.linalg.norm(w)
        print("iteration", i, "norm", norm)
        return w / norm

    return jax.lax.fori_loop(0, 50, body, v)


def leading_eigenvalue(a):
    v = power_iteration(a, jnp.ones(a.shape[0]) / jnp.sqrt(a.shape[0]))
    return v @ a @ v


if __name__ == "__main__":
    m = jax.random.normal(jax.random.key(0), (256, 256))
    print(leading_eigenvalue(m @ m.T))
