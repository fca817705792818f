# not executed: nothing is rewritten
import jax
import jax.numpy as jnp


def refine(x):
    return jax.lax.fori_loop(0, 500, lambda _, z: jnp.cos(z), x)


def estimate(x, rough):
    return jax.lax.cond(rough, refine, jnp.sin, x)


def judged(x):
    far = jnp.abs(x) > 1
    return jax.lax.cond(far, lambda v: refine(v), lambda v: v, x)


estimates = jax.jit(jax.vmap(estimate))  # want: JOL220 (warning) "`refine` with its loop"
others = jax.vmap(judged, in_axes=0)  # want: JOL220 "the one with a loop"


def summed(x, suit):
    def between(start, stop):
        return jax.lax.fori_loop(start, stop, lambda i, total: total + x[i], jnp.float32(0))

    return jax.lax.cond(
        suit == 3,
        lambda: between(27, 34),
        lambda: between(9 * suit, 9 * (suit + 1)),
    )


def summed_to_the_end(x, suit):
    def between(start, stop):
        return jax.lax.fori_loop(start, stop, lambda i, total: total + x[i], jnp.float32(0))

    return jax.lax.cond(suit == 3, lambda: between(27, 34), lambda: between(suit, x.shape[0]))


short = jax.vmap(summed, in_axes=(None, 0))  # want: JOL220 (info)
long = jax.vmap(summed_to_the_end, in_axes=(None, 0))  # want: JOL220 (warning)
