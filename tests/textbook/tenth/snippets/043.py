import jax
import jax.numpy as jnp
from jax.experimental import checkify


def log_weights(w):
    checkify.check(jnp.all(w >= 0), "negative weight, min {m}", m=w.min())
    return jnp.log(w + 1e-12)


def entropy(w):
    p = w / jnp.sum(w)
    return -jnp.sum(p * log_weights(p))


errors = checkify.user_checks | checkify.float_checks
checked_entropy = jax.jit(checkify.checkify(entropy, errors=errors))


def report(w):
    err, value = checked_entropy(w)
    err.throw()
    return float(value)


print(report(jnp.array([0.2, 0.3, 0.5])))
try:
    report(jnp.array([0.5, -0.1, 0.6]))
except checkify.JaxRuntimeError as e:
    print("rejected:", str(e).splitlines()[0])
