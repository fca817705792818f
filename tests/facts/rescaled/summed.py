import jax
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((4,), ("d",))


def loss(w, x):
    return (w * x).mean()


def step(w, x):
    g = jax.grad(loss)(w, x)
    g = jax.lax.pmean(g, "d")  # fact: rescaled w over d
    return w - g


def forward(w, x):
    return jax.lax.pmean(loss(w, x), "d")


run = jax.shard_map(step, mesh=mesh, in_specs=(P(), P("d")), out_specs=P())
see = jax.shard_map(forward, mesh=mesh, in_specs=(P(), P("d")), out_specs=P())
