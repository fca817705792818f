"""Column-parallel then row-parallel MLP on an 8-way model-parallel mesh."""
import jax

jax.config.update("jax_num_cpu_devices", 8)

import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

BATCH, DIM, HIDDEN = 256, 1024, 4096
mesh = jax.make_mesh((8,), ("model",))


def mlp_shard(x, w_up, w_down):
    hidden = jax.nn.gelu(x @ w_up)
    return jax.lax.psum(hidden @ w_down, "model")


mlp = jax.jit(
    jax.shard_map(
        mlp_shard,
        mesh=mesh,
        in_specs=(P(), P(None, "model"), P("model", None)),
        out_specs=P(),
        check_rep=False,
    )
)


if __name__ == "__main__":
    kx, ku, kd = jax.random.split(jax.random.key(0), 3)
    x = jax.device_put(jax.random.normal(kx, (BATCH, DIM)), NamedSharding(mesh, P()))
    w_up = jax.random.normal(ku, (DIM, HIDDEN)) / DIM**0.5
    w_down = jax.random.normal(kd, (HIDDEN, DIM)) / HIDDEN**0.5
    w_up = jax.device_put(w_up, NamedSharding(mesh, P(None, "model")))
    w_down = jax.device_put(w_down, NamedSharding(mesh, P("model", None)))
    print(mlp(x, w_up, w_down).shape)
