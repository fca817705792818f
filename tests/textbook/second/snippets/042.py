import jax
import jax.numpy as jnp
from jax.experimental.pjit import pjit
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"))


def mlp(x, w1, w2):
    return jax.nn.relu(x @ w1) @ w2


sharded_mlp = pjit(
    mlp,
    in_axis_resources=(P("data", None), P(None, "model"), P("model", None)),
    out_axis_resources=P("data", None),
)


def run(x, w1, w2):
    with mesh:
        return sharded_mlp(x, w1, w2)


if __name__ == "__main__":
    print(run(jnp.ones((64, 256)), jnp.ones((256, 1024)), jnp.ones((1024, 256))).shape)
