import jax
import jax.numpy as jnp
from jax.sharding import AxisType, PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 4)


def standardise(x):
    mean = jax.lax.pmean(x.mean(axis=0), axis_name="batch")
    var = jax.lax.pmean(((x - mean) ** 2).mean(axis=0), axis_name="batch")
    return (x - mean) * jax.lax.rsqrt(var + 1e-5)


def make_standardise(mesh):
    return jax.jit(
        jax.shard_map(
            standardise, mesh=mesh, in_specs=P("data", None), out_specs=P("data", None)
        )
    )


def main():
    mesh = jax.make_mesh((4,), ("data",), axis_types=(AxisType.Auto,))
    fn = make_standardise(mesh)
    x = 3.0 + 2.0 * jax.random.normal(jax.random.key(0), (64, 8))
    y = fn(x)
    print(y.mean(axis=0), y.std(axis=0))


if __name__ == "__main__":
    main()
