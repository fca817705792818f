"""Data-parallel evaluation of a classifier on 8 devices."""
import jax

jax.config.update("jax_num_cpu_devices", 8)

import jax.numpy as jnp
import numpy as np
from jax.sharding import NamedSharding, PartitionSpec as P

BATCH, FEATURES, CLASSES = 100, 784, 10
mesh = jax.make_mesh((8,), ("data",))
data_sharding = NamedSharding(mesh, P("data"))
replicated = NamedSharding(mesh, P())


@jax.jit
def correct(w, x, y):
    return jnp.sum(jnp.argmax(x @ w, axis=-1) == y)


def evaluate(w, images, labels):
    total = jnp.zeros((), jnp.int32)
    for start in range(0, len(images), BATCH):
        x = jax.device_put(images[start : start + BATCH], data_sharding)
        y = jax.device_put(labels[start : start + BATCH], data_sharding)
        total = total + correct(w, x, y)
    return int(total) / len(images)


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    images = rng.normal(size=(10_000, FEATURES)).astype(np.float32)
    labels = rng.integers(0, CLASSES, size=10_000)
    w = jax.device_put(0.01 * rng.normal(size=(FEATURES, CLASSES)).astype(np.float32), replicated)
    print("accuracy", evaluate(w, images, labels))
