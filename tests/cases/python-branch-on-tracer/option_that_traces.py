"""Branches behind the option that is off, of what only the option that is on compiles."""

import jax
import jax.numpy as jnp


class Options:
    def __init__(self, jit=True, tol=1e-3):
        self.jit = jit
        self.tol = tol


class Solver(Options):
    def __init__(self, fun, jit=True):
        super().__init__(jit)
        self.fun = fun

    def update(self, x):
        y = self.fun(x)
        error = jnp.sum(jnp.abs(y - x))
        if self.jit:
            return jax.lax.cond(error > self.tol, lambda: y, lambda: x)
        else:
            if error > self.tol:
                return y
            return x

    def run(self, x):
        if self.jit:
            return jax.lax.while_loop(lambda v: jnp.sum(v) > 1, self.update, x)
        while jnp.sum(x) > 1:
            x = self.update(x)
        return x


class Stepper:
    def __init__(self, jit):
        self.jit = jit
        self.compiled = jax.jit(self.step) if jit else self.step

    def step(self, x):
        y = 2 * x
        if not self.jit:
            y = -y if jnp.sum(y) > 0 else y
        return y


def solved(x, jit=True):
    def body(v):
        if jit:
            return 2 * v
        return v if jnp.sum(v) > 3 else 3 * v

    if jit:
        body = jax.jit(body)
    return body(x)
