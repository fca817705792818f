# devices: 8
from functools import partial

import jax

i_mesh = jax.make_mesh(
    (jax.device_count(),),
    ("i",),
    axis_types=(jax.sharding.AxisType.Auto,),
)


@partial(jax.jit, static_argnums=(1,))
def power(x, n):
    @partial(
        jax.shard_map,
        mesh=i_mesh,
        in_specs=jax.P("i"),
        out_specs=(jax.P(), jax.P("i")),
        check_vma=False,
    )
    def per_device(x):
        x = jax.tree.map(lambda x: x.squeeze(0), x)
        for _ in range(n):
            x = x * x  # A
        return jax.lax.psum(x, "i"), jax.tree.map(lambda x: jax.numpy.expand_dims(x, 0), x)

    return per_device(x)


def scaled(x, kind, rate):
    if kind == "up":
        return x * rate
    return x / rate


devices_mesh = jax.make_mesh(
    (jax.device_count(),),
    ("devices",),
    axis_types=(jax.sharding.AxisType.Auto,),
)


def scaled_per_device(x, kind, rate):
    @partial(
        jax.shard_map,
        mesh=devices_mesh,
        in_specs=jax.P("devices"),
        out_specs=jax.P("devices"),
        check_vma=False,
    )
    def per_device(x, rate):
        x, rate = jax.tree.map(lambda x: x.squeeze(0), (x, rate))
        return jax.tree.map(lambda x: jax.numpy.expand_dims(x, 0), scaled(x, kind, rate))

    return per_device(x, rate)


p_scaled = jax.jit(scaled_per_device, static_argnums=(1,))


def inputs(key):
    return (jax.random.uniform(key, (jax.device_count(), 3)),)


def run(x):
    return power(x, 3), p_scaled(x, "up", x), p_scaled(x, "down", x + 1)
