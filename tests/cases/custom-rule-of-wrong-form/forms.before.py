# not executed: the originals raise
from functools import partial

import jax
import jax.numpy as jnp


@jax.custom_vjp
def clipped(x):
    return x


def clipped_forward(x):
    return x, None


def clipped_backward(_, g):
    return jnp.clip(g, -1.0, 1.0)  # want: JOL837 "has to give a tuple"


clipped.defvjp(clipped_forward, clipped_backward)


@jax.custom_vjp
def scaled(low, x):
    return x * low


def scaled_forward(low, x):
    return scaled(low, x)  # want: JOL837 "has to give a pair"


def scaled_backward(low, g):
    return (g * low,)  # want: JOL837 "2 arguments to differentiate by"


scaled.defvjp(scaled_forward, scaled_backward)


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def applied(f, x):
    return f(x)


def applied_forward(f, x):
    return f(x), x


def applied_backward(x, g):  # want: JOL837 "is given 3 arguments"
    return (g * x,)


applied.defvjp(applied_forward, applied_backward)


@jax.custom_vjp
def bare(x):
    return jnp.log(x)


slope = jax.grad(bare)  # want: JOL837 "has no rules"


@jax.custom_jvp
def softened(x):
    return jnp.log1p(jnp.exp(x))


softened.defvjp(lambda x: (softened(x), x), lambda x, ct: (ct,))  # want: JOL837 "which has no `defvjp`"


@jax.custom_vjp
def kept(x):
    return x


kept.defvjp(lambda x: (x, None), lambda _, ct: (ct,))
curvature = jax.hessian(kept)(1.0)  # want: JOL837 "no derivative forward"


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def bounded(x, bound):
    return x


def bounded_forward(x, bound):
    return x, None


def bounded_backward(bound, _, g):
    return (jnp.clip(g, -bound, bound),)


bounded.defvjp(bounded_forward, bounded_backward)


@jax.jit
def bounded_loss(x, bound):
    return jnp.sum(bounded(x, 2.0 * bound))  # want: JOL837 "is traced here, and `bounded` has it"
