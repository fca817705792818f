import jax
import jax.numpy as jnp
from scipy.optimize import minimize


def misfit(theta, xs, ys):
    predicted = theta[0] * jnp.exp(-theta[1] * xs)
    return jnp.sum((predicted - ys) ** 2 / jnp.var(ys))


def fitted(xs, ys, start):
    def objective(theta):
        return misfit(theta, xs, ys)

    slope = jax.jit(jax.grad(objective))
    first = minimize(objective, start)  # fact: solver_callbacks minimize 7
    second = minimize(objective, start, jac=slope)  # fact: solver_callbacks minimize 7
    third = minimize(jax.jit(objective), start, jac=jax.grad(objective))  # fact: solver_callbacks minimize jax.grad
    return first, second, third
