"""Batches of a `tf.data` pipeline, the last of them shorter, go to a compiled step."""

import functools

import jax
import tensorflow as tf
import tensorflow_datasets as tfds


def pipeline(ds, prepare, devices, size):
    ds = ds.cache()
    ds = ds.shuffle(buffer_size=1000)
    ds = ds.map(lambda x, y: (prepare(x), y), tf.data.AUTOTUNE)
    ds = ds.batch(batch_size=devices * size)  # want: JOL108
    return ds.prefetch(buffer_size=tf.data.AUTOTUNE)


def train_step(state, batch):
    def loss_fn(params):
        return state.apply_fn({"params": params}, batch["image"]).mean()

    return state.apply_gradients(grads=jax.grad(loss_fn)(state.params))


def train(state, prepare, size, epochs):
    ds = pipeline(tfds.load("digits", split="train"), prepare, jax.device_count(), size)
    p_step = jax.jit(functools.partial(train_step), donate_argnums=(0,))
    for _ in range(epochs):
        for image, label in ds.as_numpy_iterator():
            state = p_step(state, {"image": image, "label": label})
    return state
