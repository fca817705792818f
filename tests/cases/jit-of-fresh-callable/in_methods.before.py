import jax
import jax.numpy as jnp
from jax.experimental import checkify

AXIS = "batch"


class Loader:
    def __init__(self, batches):
        self.batches = batches

    def check(self, batch):
        # Only for data that was made up.
        checked = checkify.checkify(lambda x: checkify.check(jnp.any(x > -1), "bad data"))
        err, _ = jax.jit(checked)(batch)  # want: JOL102 "`checked`, which is made anew,"
        err.throw()

    def evaluate(self, batch):
        return jax.jit(lambda x: jnp.mean(x))(batch)  # want: JOL102 "on every call of `evaluate`"


def gathered(tree):
    gather = jax.pmap(lambda x: jax.lax.all_gather(x, AXIS), axis_name=AXIS)  # want: JOL102
    return gather(tree)


def synced(stats):
    mean = jax.pmap(lambda x: jax.lax.pmean(x, "x"), "x")  # want: JOL102 "call of `synced`"
    return mean(stats)


def run(xs):
    loader = Loader(xs)
    out = []
    for x in xs:
        loader.check(x)
        out.append(loader.evaluate(x) + gathered(x[None]).sum() + synced(x[None]).sum())
    return jnp.stack(out)


def inputs(key):
    return (jax.random.uniform(key, (2, 4)),)
