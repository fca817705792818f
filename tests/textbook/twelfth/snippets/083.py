import numpy as np
import jax
import jax.numpy as jnp
from jax.experimental.shard_map import shard_map
from jax.sharding import Mesh, PartitionSpec as P


def build(mesh):
    def matmul(a_block, b_block):
        return jax.lax.psum(a_block @ b_block, "k")

    return jax.jit(
        shard_map(
            matmul,
            mesh=mesh,
            in_specs=(P(None, "k"), P("k", None)),
            out_specs=P(None, None),
        )
    )


def main():
    mesh = Mesh(np.array(jax.devices()), ("k",))
    ka, kb = jax.random.split(jax.random.key(0))
    a = jax.random.normal(ka, (64, 128))
    b = jax.random.normal(kb, (128, 32))
    c = build(mesh)(a, b)
    print(jnp.abs(c - a @ b).max())


if __name__ == "__main__":
    main()
