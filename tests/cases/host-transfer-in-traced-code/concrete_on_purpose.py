"""The code tells traced from concrete values by itself."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def table(x):
    with jax.ensure_compile_time_eval():
        roots = np.asarray(jnp.sqrt(jnp.arange(4.0)))
    return x * roots


@jax.jit
def tolerant(x):
    try:
        return float(x)
    except jax.errors.ConcretizationTypeError:
        return x


def evidence(samples, state=None):
    if state is None:
        return np.asarray(samples).mean()
    return jnp.mean(samples) * state


compiled = jax.jit(evidence)


def asked_by_text(x):
    # A type checker does not know the name.
    if not isinstance(x, getattr(jax, "core").Tracer):
        return float(x.sum())
    return None


@jax.jit
def doubled(x):
    asked_by_text(x)
    return 2 * x
