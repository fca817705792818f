import jax
import jax.numpy as jnp


@jax.jit
def power_iteration(a, v):
    print("tracing power_iteration for", a.shape, a.dtype)

    def body(i, v):
        w = a @ v
        norm = jnp.linalg.norm(w)
        jax.debug.print("iteration {} norm {:.4f}", i, norm)
        return w / norm

    return jax.lax.fori_loop(0, 5, body, v)


if __name__ == "__main__":
    m = jax.random.normal(jax.random.key(0), (64, 64))
    print(power_iteration(m @ m.T, jnp.ones(64)))
