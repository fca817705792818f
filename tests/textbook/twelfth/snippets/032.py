from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("n",))
def levinson(r, n):
    """Levinson-Durbin recursion for autocorrelation r."""

    def body(m, carry):
        a, err = carry
        k_idx = jnp.arange(n + 1)
        acc = jnp.sum(jnp.where(k_idx < m, a * jnp.take(r, jnp.abs(m - k_idx)), 0.0))
        reflect = -acc / err
        rev = jnp.where((k_idx > 0) & (k_idx < m), a[jnp.abs(m - k_idx)], 0.0)
        a = a + reflect * rev
        a = a.at[m].set(reflect)
        return a, err * (1.0 - reflect**2)

    a0 = jnp.zeros(n + 1).at[0].set(1.0)
    return jax.lax.fori_loop(1, n + 1, body, (a0, r[0]))


def main():
    lags = jnp.arange(9)
    r = 0.8**lags
    a, err = levinson(r, 8)
    print(a, err)


if __name__ == "__main__":
    main()
