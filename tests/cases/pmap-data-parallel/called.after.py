# devices: 8

import jax
import jax.numpy as jnp

AXIS = "replica"


def normalise(x, scale):
    total = jax.lax.psum(x, AXIS)
    return x / total * scale, jax.lax.axis_index(AXIS)


def sample(key, shape, *, loc):
    return loc + jax.random.normal(key, shape)


class Normaliser:
    def __init__(self):
        # A
        axis_mesh = jax.make_mesh(
            (jax.device_count(),),
            (AXIS,),
            axis_types=(jax.sharding.AxisType.Auto,),
        )

        def normalise_per_device(x, scale):
            x = jax.tree.map(lambda x: x.squeeze(0), x)
            return jax.tree.map(lambda x: jnp.expand_dims(x, 0), normalise(x, scale))

        self._apply = jax.jit(
            jax.shard_map(
                normalise_per_device,
                mesh=axis_mesh,
                in_specs=(jax.P(AXIS), jax.P()),
                out_specs=jax.P(AXIS),
                check_vma=False,
            ),
        )

    def __call__(self, x, scale):
        return self._apply(x, scale)


devices_mesh = jax.make_mesh(
    (jax.device_count(),),
    ("devices",),
    axis_types=(jax.sharding.AxisType.Auto,),
)


def sample_per_device(*args):
    args = jax.tree.map(lambda x: x.squeeze(0), args)
    return jax.tree.map(
        lambda x: jnp.expand_dims(x, 0),
        sample(*args, shape=(3,), loc=1.0),
    )


p_sample = jax.jit(
    jax.shard_map(
        sample_per_device,
        mesh=devices_mesh,
        in_specs=jax.P("devices"),
        out_specs=jax.P("devices"),
        check_vma=False,
    ),
)


def inputs(key):
    n = jax.device_count()
    return jax.random.split(key, n), jnp.arange(1.0, n + 1)


def run(keys, x):
    def per_device(a, b):
        a, b = jax.tree.map(lambda x: x.squeeze(0), (a, b))
        return jax.tree.map(lambda x: jnp.expand_dims(x, 0), (a * 2, {"b": b}))

    doubled = jax.jit(
        jax.shard_map(
            per_device,
            mesh=devices_mesh,
            in_specs=jax.P("devices"),
            out_specs=jax.P("devices"),
            check_vma=False,
        ),
    )(x, keys)
    return Normaliser()(x, 2.0), p_sample(keys), doubled
