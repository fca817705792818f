import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((jax.device_count(),), ("rows",))


def block_matvec(a_block, x):
    return a_block @ x


matvec = jax.jit(
    jax.shard_map(
        block_matvec,
        mesh=mesh,
        in_specs=(P("rows", None), P()),
        out_specs=P("rows"),
        check_rep=False,
    )
)


def power_iteration(a, steps=20):
    x = jnp.ones(a.shape[1]) / a.shape[1] ** 0.5
    for _ in range(steps):
        y = matvec(a, x)
        x = y / jnp.linalg.norm(y)
    return x
