"""What the host works out, writes to, or casts; new arrays, other devices, few turns, traces."""

import jax
import jax.numpy as jnp
import numpy as np
import scipy.ndimage


@jax.jit
def step(params, batch):
    return params - jnp.mean(batch)


def by_others(params, batches):
    for batch in batches:
        smooth = scipy.ndimage.gaussian_filter(np.asarray(step(params, batch)), 2.0)
        params = step(params, jnp.asarray(smooth))
    return params


def only_numpy_has(params, batches):
    for batch in batches:
        found = np.unique(np.asarray(step(params, batch)))
        params = step(params, jnp.asarray(found))
    return params


def written_to(params, batches):
    for batch in batches:
        out = np.array(step(params, batch))
        out[0] = 1.0
        params = step(params, jnp.asarray(out))
    return params


def in_double(params, batches):
    for batch in batches:
        out = np.asarray(step(params, batch)).astype(np.float64)
        params = step(params, jnp.asarray(out.sum()))
    return params


def with_data(params, batches):
    for batch in batches:
        noise = np.random.normal(size=100)
        params = step(params, jnp.asarray(np.asarray(params) + noise))
    return params


def elsewhere(params, batches, device):
    for batch in batches:
        params = step(jax.device_put(np.asarray(params), device), batch)
    return params


def batches_of_the_host(params, files):
    for file in files:
        params = step(params, jnp.asarray(np.load(file)))
    return params


def worked_out_once(params, batch):
    out = np.asarray(step(params, batch))
    return jnp.asarray(out / out.max())


def few_numbers(params, batch):
    loss = float(step(params, batch))
    return jnp.array([loss, 1.0])


@jax.jit
def traced(params):
    table = np.asarray([1.0, 2.0, 3.0])
    for i in range(32):
        params = params * jnp.asarray(table)
    return params
