"""Automatic axes, results that are clear, layouts that are given, and arrays that are not known."""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P

auto = jax.make_mesh((4, 2), ("X", "Y"), axis_types=(AxisType.Auto,) * 2)
by_hand = Mesh(jax.devices(), ("X",))
mesh = jax.make_mesh((4, 2), ("X", "Y"))
a = jnp.zeros((8, 16), device=NamedSharding(auto, P("X", "Y")))
b = jnp.zeros((16, 8), device=NamedSharding(auto, P("Y", None)))
print(a @ b, a[0], jax.lax.with_sharding_constraint(a, NamedSharding(auto, P("Y"))))

x = jnp.zeros((8, 16), device=NamedSharding(mesh, P("X", "Y")))
w = jnp.zeros((16, 8), device=NamedSharding(mesh, P("Y", None)))
v = jnp.zeros((16, 8), device=NamedSharding(mesh, P(None, "Y")))
rows = jnp.zeros((8, 16), device=NamedSharding(mesh, P("X")))
clear = rows @ w, x @ v, x + rows, x.reshape(-1), rows.ravel(), x.T, rows[:, 0], x[None]
given = jnp.einsum("bd,df->bf", x, w, out_sharding=NamedSharding(mesh, P("X", None)))
kept = jnp.einsum("bd,df->bdf", x, w)
with jax.set_mesh(mesh):
    asserted = jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P("X", "Y")))
loose = jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P()))


def product(p, q):
    return p @ q


print(product(rows, w), product(a, b))


# One device's rows only: inside, nothing is split.
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("X", "Y"), P("Y", None)), out_specs=P("X"))
def local(p, q):
    return jax.lax.psum(p @ q, "Y")


print(local(x, w))
by_rows = jax.vmap(lambda p: p * 2)(x)


@jax.sharding.auto_axes
def automatic(p, q):
    return p @ q


with jax.set_mesh(mesh):
    print(automatic(x, w, out_sharding=P("X", None)))


def chosen(flag, shape):
    other = jax.make_mesh(shape, ("X", "Y"), axis_types=flag)
    y = jnp.zeros((8, 16), device=NamedSharding(other, P("X", "Y")))
    z = jax.device_put(flag, NamedSharding(mesh, P("X", "Y")))
    return y @ w, z[0], y[0]
