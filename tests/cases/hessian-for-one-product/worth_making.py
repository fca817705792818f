# Hessians that serve for more than one product, small ones, and other matrices.
import jax
import jax.numpy as jnp
from jax.scipy.sparse.linalg import cg


def energy(w, x):
    return jnp.mean(jnp.tanh(x @ w) ** 2)


def made_once(w, x, g):
    matrix = jax.hessian(energy)(w, x)
    return cg(lambda v: matrix @ v, g)[0]


def powers(w, x, v):
    matrix = jax.hessian(energy)(w, x)
    for _ in range(20):
        v = matrix @ v
        v = v / jnp.linalg.norm(v)
    return v


def solved(w, x):
    return jnp.linalg.solve(jax.hessian(energy)(w, x), jax.grad(energy)(w, x))


def used_twice(w, x, v):
    matrix = jax.hessian(energy)(w, x)
    return matrix @ v, jnp.linalg.eigvalsh(matrix)


def by_a_matrix(w, x, basis):
    return jax.hessian(energy)(w, x) @ basis


def of_a_point(f):
    at = jnp.array([1.0, 2.0])
    return jax.hessian(f)(at) @ jax.grad(f)(at)


def linearized(f, state, covariance):
    jacobian = jax.jacfwd(f)(state)
    return jacobian @ covariance @ jacobian.T


def product(w, x, v):
    return jax.jvp(lambda w: jax.grad(energy)(w, x), (w,), (v,))[1]


def ridge(w):
    return jnp.sum((w[1:] - w[:-1] ** 2) ** 2)


def of_few(w, v):
    return jax.hessian(ridge)(w) @ v


def few():
    at = jnp.array([1.0, 2.0, 3.0])
    return of_few(at, jnp.ones_like(at))


def of_either(w, directions):
    return jax.hessian(ridge)(w) @ directions


def either(w, key, many):
    one = jax.random.normal(key, w.shape)
    return of_either(w, one), of_either(w, jax.random.normal(key, (*w.shape, many)))
