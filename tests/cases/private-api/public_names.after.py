import jax
from jax.sharding import PartitionSpec as P
from jax.tree_util import SequenceKey, default_registry
from jax.tree_util import DictKey  # of mappings # want: JOL705 "DictKey`, `jax._src.tree_util.SequenceKey` and "


def inputs(key):
    return (jax.random.normal(key, (3,)),)


def run(x):
    assert default_registry is not None
    paths = jax.tree_util.tree_flatten_with_path({"a": [x, x]})[0]
    found = sum(isinstance(p, DictKey | SequenceKey) for path, _ in paths for p in path)
    return x * found * len(P("data"))
