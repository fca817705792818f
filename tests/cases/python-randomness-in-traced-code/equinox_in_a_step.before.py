# not executed: it needs equinox
import equinox as eqx
import jax
import numpy as np


class Noisy(eqx.Module):
    inner: eqx.nn.Linear

    @eqx.filter_jit
    def __call__(self, x):
        return self.inner(x) + np.random.normal(size=x.shape)  # want: JOL801 "draws once"


class Dropping(eqx.Module):
    rate: float

    @jax.jit
    def __call__(self, x):
        kept = np.random.rand(*x.shape) > self.rate  # want: JOL801 "draws once, while tracing"
        return x * kept
