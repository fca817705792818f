import jax
import jax.numpy as jnp


@jax.jit
def newton(x, a):
    def body(i, x):
        x = 0.5 * (x + a / x)
        print("iteration", i, "estimate", x)
        return x

    return jax.lax.fori_loop(0, 8, body, x)


if __name__ == "__main__":
    root = newton(jnp.float32(1.0), jnp.float32(2.0))
    print(root)
