# not executed: only the findings are looked at
import jax
import jax.numpy as jnp
import numpy as np
import scipy.integrate
from scipy import optimize
from scipy.optimize import minimize


def misfit(theta, xs, ys):
    predicted = theta[0] * jnp.exp(-theta[1] * xs) + theta[2]
    return jnp.sum((predicted - ys) ** 2 / jnp.var(ys))


def fitted(xs, ys, start):
    def objective(theta):
        return misfit(theta, xs, ys)

    return minimize(
        objective,  # want: JOL124 (info) "`objective` again and again"
        start,
        jac=jax.grad(objective),  # want: JOL124 (warning) "differentiates the function anew"
    )


def by_both(xs, ys, start):
    def both(theta):
        value, slope = jax.value_and_grad(misfit)(theta, xs, ys)
        return np.asarray(value, float), np.asarray(slope, float)

    return optimize.minimize(both, start, jac=True)  # want: JOL124 "calls `both`"


class Decay:
    def __init__(self, rates):
        self.rates = jnp.asarray(rates)

    def slope(self, t, y):
        flux = self.rates @ y
        kept = jnp.tanh(flux) * jnp.exp(-t)
        return kept - jnp.sum(flux) * y / jnp.max(jnp.abs(flux)) - jnp.sqrt(jnp.abs(y))

    def solved(self, start):
        return scipy.integrate.solve_ivp(
            self.slope,  # want: JOL124 "`solve_ivp` calls `self.slope`"
            (0.0, 1.0),
            start,
        )


def run(xs, ys, start):
    return fitted(xs, ys, start), by_both(xs, ys, start), Decay(xs).solved(start)
