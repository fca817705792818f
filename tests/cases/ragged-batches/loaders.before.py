# not executed: needs tensorflow and torch
import jax
import jax.numpy as jnp
import tensorflow as tf
import tensorflow_datasets as tfds
from torch.utils.data import DataLoader
from tqdm import tqdm


@jax.jit
def train_step(params, batch):
    return params - 0.1 * jax.grad(lambda p: jnp.mean((batch["x"] @ p) ** 2))(params)


def of_tensorflow(params, xs):
    # In batches.
    ds = tf.data.Dataset.from_tensor_slices({"x": xs}).shuffle(1000).batch(32)  # want: JOL108
    for batch in ds.as_numpy_iterator():
        params = train_step(params, batch)
    return params


def dataset():
    ds = tfds.load("mnist", split="train")
    ds = ds.shuffle(1000)
    ds = ds.batch(64, num_parallel_calls=4)  # want: JOL108 "compiled a second time"
    return ds.prefetch(2)


def of_a_function(params):
    ds = dataset()
    for step, batch in enumerate(tqdm(tfds.as_numpy(ds))):
        batch = jax.tree.map(jnp.asarray, batch)
        params = train_step(params, batch)
    return params


def of_torch(params, data):
    loader = DataLoader(data, batch_size=128, shuffle=True)  # want: JOL108 "may be smaller"
    for x, y in loader:
        params = train_step(params, {"x": jnp.asarray(x.numpy()), "y": y.numpy()})
    return params
