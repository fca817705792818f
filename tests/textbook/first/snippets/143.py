import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames=("verbose",))
def bisect(lo, hi, coeffs, verbose=False):
    def cond(state):
        lo, hi = state
        return hi - lo > 1e-5

    def body(state):
        lo, hi = state
        mid = 0.5 * (lo + hi)
        left = jnp.sign(jnp.polyval(coeffs, mid)) == jnp.sign(jnp.polyval(coeffs, lo))
        if verbose:
            jax.debug.print("interval [{}, {}]", lo, hi)
        return jnp.where(left, mid, lo), jnp.where(left, hi, mid)

    return jax.lax.while_loop(cond, body, (lo, hi))


if __name__ == "__main__":
    print(bisect(0.0, 2.0, jnp.array([1.0, 0.0, -2.0])))
    print(bisect(0.0, 2.0, jnp.array([1.0, 0.0, -3.0]), verbose=True))
