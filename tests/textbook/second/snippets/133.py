import jax
import jax.numpy as jnp
from jax.experimental.shard_map import shard_map
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((jax.device_count(),), ("rows",))


def block_matmul(a, b):
    return jax.lax.psum(a @ b, "rows")


matmul = jax.jit(
    shard_map(
        block_matmul,
        mesh=mesh,
        in_specs=(P(None, "rows"), P("rows", None)),
        out_specs=P(),
    )
)


def power(a, n):
    out = a
    for _ in range(n):
        out = matmul(out, a)
    return out


if __name__ == "__main__":
    print(power(jnp.eye(1024), 3).trace())
