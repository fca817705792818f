import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("batch",))
data_sharding = NamedSharding(mesh, P("batch"))
replicated = NamedSharding(mesh, P())


@jax.jit
def predict(params, images):
    h = jax.nn.relu(images.reshape(images.shape[0], -1) @ params["w1"])
    return jnp.argmax(h @ params["w2"], axis=-1)


k1, k2 = jax.random.split(jax.random.key(0))
params = jax.device_put(
    {"w1": jax.random.normal(k1, (784, 512)) / 28.0, "w2": jax.random.normal(k2, (512, 10)) / 22.6},
    replicated,
)
images = np.random.default_rng(0).random((10_000, 28, 28), dtype=np.float32)
batch_size = 300
for start in range(0, 9_900, batch_size):
    batch = jax.device_put(images[start : start + batch_size], data_sharding)
    labels = predict(params, batch)
print(labels.shape)
