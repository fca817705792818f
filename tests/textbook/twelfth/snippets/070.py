import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 8)
mesh = jax.make_mesh((8,), ("batch",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(
    jax.shard_map, mesh=mesh, in_specs=(P(), P("batch")), out_specs=P("batch")
)
def augment(key, images):
    k_noise, k_flip = jax.random.split(key)
    noise = 0.1 * jax.random.normal(k_noise, images.shape)
    flip = jax.random.bernoulli(k_flip, 0.5, (images.shape[0],))
    images = jnp.where(flip[:, None, None], images[:, :, ::-1], images)
    return images + noise


def main():
    key = jax.random.key(0)
    images = jnp.zeros((64, 8, 8))
    for step in range(10):
        out = augment(jax.random.fold_in(key, step), images)
    print("distinct images:", len({float(v) for v in out[:, 0, 0]}))


if __name__ == "__main__":
    main()
