# not executed: the originals raise
import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((4,), ("expert",))


def forward(w, x):
    d_in, d_out = w.shape  # want: JOL730 (error) "all of which `shard_map` keeps"
    return jax.nn.gelu(x @ w) / d_in + d_out


mapped = jax.jit(
    jax.shard_map(forward, mesh=mesh, in_specs=(P("expert"), P("expert")), out_specs=P("expert"))
)


@jax.jit
def flat(x):
    """Rows and columns in one."""
    batch, rows, columns = x.shape  # want: JOL730 "`x` has 2 axes"
    return x.reshape(batch, rows * columns)


def main(key):
    experts = jax.random.normal(key, (4, 16, 32))
    tokens = jax.random.normal(key, (4, 10, 16))
    return mapped(experts, tokens), flat(jnp.ones((3, 4)))
