import jax
import jax.numpy as jnp
from jax.experimental import checkify


def normalise(weights):
    total = jnp.sum(weights)
    checkify.check(total > 0, "weights sum to {t}", t=total)
    return weights / total


def resample(weights, values, idx):
    p = normalise(weights)
    checkify.check(jnp.all(idx < values.shape[0]), "index out of range")
    return jnp.sum(p * values[idx])


checked_resample = jax.jit(checkify.checkify(resample))


def run(n_steps):
    key = jax.random.key(0)
    estimates = []
    for i in range(n_steps):
        k = jax.random.fold_in(key, i)
        weights = jax.random.uniform(k, (8,)) - 0.5 * i
        values = jnp.arange(8.0)
        idx = jnp.arange(8)
        _, est = checked_resample(weights, values, idx)
        estimates.append(est)
    return jnp.stack(estimates)


print(run(3))
