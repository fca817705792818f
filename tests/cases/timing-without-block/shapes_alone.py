"""What is only traced, for the shapes or the program, computes nothing: there is nothing to wait
for."""

import contextlib
import functools
import time

import jax
import jax.numpy as jnp


@contextlib.contextmanager
def told(what):
    start = time.perf_counter()
    yield
    print(f"{what}: {time.perf_counter() - start:.2f} s")


@jax.jit
def advance(x):
    return jnp.sin(x) @ x


class Trainer:
    @functools.partial(jax.jit, static_argnums=0)
    def step(self, x):
        return jnp.cos(x) @ x


def shapes(x, trainer: Trainer, other):
    with told("shapes"):
        spec = jax.eval_shape(advance, x)
    with told("of a method"):
        spec = jax.eval_shape(trainer.step, spec)
    with told("of what is not known"):
        after = jax.eval_shape(other.init, batch=x)
    with told("its program"):
        program = jax.make_jaxpr(advance)(x)
    with told("lowered"):
        lowered = advance.lower(x)
    with told("compiled"):
        lowered.compile()
    start = time.perf_counter()
    again = jax.eval_shape(functools.partial(advance), x)
    print(time.perf_counter() - start)
    with told("its type"):
        kind = jax.typeof(x)
    return spec, after, program, again, kind
