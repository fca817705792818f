# not executed: nothing is rewritten
import jax
from jax.experimental import checkify


def root(x):
    checkify.check(x > 0, "must be positive")
    return x**0.5


checked = checkify.checkify(jax.jit(root))


def run(x):
    err, y = checked(x)  # want: JOL858 (warning) "nobody reads it"
    return y


def compiled(x):
    error, y = checkify.checkify(root)(x)  # want: JOL858 "`error` holds"
    return y


@jax.jit
def traced(x):
    error, y = checkify.checkify(root)(x)  # want: JOL858 (info) "`error` holds"
    return y


def density_of(model):
    def density(x):
        error, y = checkify.checkify(model.density)(x)  # want: JOL858 (info) "`error` holds"
        return y

    return density
