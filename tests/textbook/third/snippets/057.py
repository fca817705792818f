import jax
import jax.numpy as jnp


@jax.jit
def kahan_like_sum(terms):
    return jnp.cumsum(terms)[-1]


def leibniz(n=1_000_000):
    k = jnp.arange(n, dtype=jnp.float64)
    terms = jnp.where(k % 2 == 0, 1.0, -1.0) / (2.0 * k + 1.0)
    return 4.0 * kahan_like_sum(terms)


def main():
    estimate = leibniz()
    print(f"pi = {float(estimate):.15f}")


if __name__ == "__main__":
    main()
