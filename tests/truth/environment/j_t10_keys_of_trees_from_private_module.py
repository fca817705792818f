"""Several names of a private module, all of them public elsewhere."""

import jax
from jax._src.tree_util import DictKey, GetAttrKey, SequenceKey  # want: JOL705


def name_of(entry):
    match entry:
        case DictKey(key=key):
            return key
        case GetAttrKey(name=name):
            return name
        case SequenceKey(idx=index):
            return str(index)


def names(tree):
    return [[name_of(e) for e in path] for path, _ in jax.tree_util.tree_leaves_with_path(tree)]
