import jax
import jax.numpy as jnp


@jax.jit
def power_iteration(a, v):
    print("tracing power_iteration for shape", a.shape)

    def body(i, v):
        w = a @ v
        norm = jnp.linalg.norm(w)
        jax.lax.cond(
            i % 25 == 0,
            lambda: jax.debug.print("iter {i}: norm {n:.4f}", i=i, n=norm),
            lambda: None,
        )
        return w / norm

    v = jax.lax.fori_loop(0, 100, body, v)
    return v @ (a @ v), v


def main():
    k_a, k_v = jax.random.split(jax.random.key(0))
    m = jax.random.normal(k_a, (64, 64))
    value, _ = power_iteration(m @ m.T / 64.0, jax.random.normal(k_v, (64,)))
    print("eigenvalue", value)


if __name__ == "__main__":
    main()
