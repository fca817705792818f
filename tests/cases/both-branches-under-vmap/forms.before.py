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
