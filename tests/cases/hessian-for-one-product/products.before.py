# not executed: there is no fix
# Hessians that are made for one product.
import functools

import jax
import jax.numpy as jnp
from jax.scipy.sparse.linalg import cg, gmres


def energy(w, x):
    return jnp.mean(jnp.tanh(x @ w) ** 2) + 1e-3 * jnp.vdot(w, w)


@jax.jit
def hess_vec(w, v, x):
    return jax.hessian(energy)(w, x) @ v  # want: JOL506 "on each iteration of `cg`"


def direction(w, x):
    return cg(lambda v: hess_vec(w, v, x), -jax.grad(energy)(w, x), maxiter=50)[0]


def damped(w, x, v):
    curvature = jax.jacfwd(jax.grad(energy))(w, x)
    return jnp.dot(curvature, v) + 0.1 * v  # want: JOL506 "each iteration of `gmres`"


def damped_direction(w, x):
    g = jax.grad(energy)(w, x)
    return gmres(functools.partial(damped, w, x), g)[0]


class Curvature:
    def __init__(self, loss):
        self.loss = loss

    def along_the_gradient(self, w):
        g = jax.grad(self.loss)(w)
        return g @ (jax.hessian(self.loss)(w) @ g)  # want: JOL506 "whole Hessian of `self.loss`"

    def trace(self, w, key):
        v = jax.random.rademacher(key, w.shape)
        matrix = jax.jacrev(jax.jacrev(self.loss))(w)
        return jnp.vdot(v, matrix @ v)  # want: JOL506 "one product with a vector"


def quadratic(f, x, x0):
    return 0.5 * (jax.hessian(f)(x0) @ (x - x0))  # want: JOL506


def stretched(w, v):
    return jax.hessian(ridge)(w) @ v  # want: JOL506 (info) "one product with a vector"


@jax.jit
def largest(w, v):
    turned = stretched(w, v)
    return turned / jnp.linalg.norm(turned)


def ridge(w):
    return jnp.sum((w[1:] - w[:-1] ** 2) ** 2)


def sharpness(w, key, turns):
    v = jax.random.normal(key, w.shape)
    for _ in range(turns):
        v = largest(w, v)
    return v
