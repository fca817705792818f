import jax
import jax.numpy as jnp
import tensorflow_datasets as tfds
from torch.utils.data import DataLoader


@jax.jit
def train_step(params, batch):
    return params - 0.1 * jax.grad(lambda p: jnp.mean((batch["x"] @ p) ** 2))(params)


def split_evenly(params, builder):
    splits = tfds.even_splits("train", n=jax.process_count(), drop_remainder=False)
    ds = tfds.load("mnist", split=splits[jax.process_index()])
    ds = ds.batch(32, drop_remainder=True)
    for batch in tfds.as_numpy(ds):
        params = train_step(params, batch)
    return params


def never_ends(params):
    ds = tfds.load("mnist", split="train").repeat().shuffle(1000).batch(32)
    for batch in ds.as_numpy_iterator():
        params = train_step(params, batch)
    return params


def given(params, ds, drop):
    for batch in ds.batch(32):
        params = train_step(params, batch)
    for batch in tfds.load("mnist").batch(32, drop_remainder=drop):
        params = train_step(params, batch)
    return params


def of_torch(params, data, sampler):
    for batch in DataLoader(data, batch_size=32, drop_last=True):
        params = train_step(params, batch)
    for batch in DataLoader(data, batch_sampler=sampler):
        params = train_step(params, batch)
    for batch in DataLoader(data):
        params = train_step(params, batch)
    return params
