import jax
import jax.numpy as jnp
from jax.experimental import checkify


@jax.jit
def checked_step(w, x):
    def run(w, x):
        checkify.check(jnp.all(jnp.isfinite(x)), "bad batch: {n} non finite", n=jnp.sum(~jnp.isfinite(x)))
        return w + 0.1 * x.mean(0)

    return checkify.checkify(run)(w, x)


def main(batches):
    w = jnp.zeros(3)
    errors = []
    for x in batches:
        err, w = checked_step(w, x)
        errors.append(err)
    for err in errors:
        err.throw()
    return w


if __name__ == "__main__":
    print(main([jnp.ones((4, 3))] * 6))
