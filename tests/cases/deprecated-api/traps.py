"""Names that hearsay calls deprecated, and shims."""

import jax
from jax.experimental import mesh_utils, multihost_utils

if hasattr(jax, "process_index"):
    host = jax.process_index
else:
    host = jax.host_id


class Cluster:
    def host_id(self):
        return 0


def use(f, x):
    jax.tree_util.tree_map(lambda a: a, x)
    jax.random.PRNGKey(0)
    mesh_utils.create_device_mesh((1,))
    multihost_utils.sync_global_devices("done")
    return jax.pmap(f), jax.core.Tracer, Cluster().host_id(), jax.process_count(), host
