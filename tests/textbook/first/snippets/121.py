"""Works on old and new releases of jax."""
import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

try:
    from jax import shard_map
except ImportError:
    from jax.experimental.shard_map import shard_map

if hasattr(jax, "tree"):
    tree_map = jax.tree.map
else:
    from jax.tree_util import tree_map


def global_mean(mesh, tree):
    def body(t):
        return tree_map(lambda x: jax.lax.pmean(x.mean(0), "i"), t)

    return shard_map(body, mesh=mesh, in_specs=P("i"), out_specs=P())(tree)


if __name__ == "__main__":
    import numpy as np

    mesh = jax.sharding.Mesh(np.array(jax.devices()), ("i",))
    n = 4 * len(jax.devices())
    print(global_mean(mesh, {"a": jnp.arange(float(n)), "b": jnp.ones((n, 2))}))
