import jax
import jax.numpy as jnp

SHAPES = {
    "embed": (32_000, 256),
    "attention": {"qkv": (256, 768), "out": (256, 256)},
    "mlp": {"up": (256, 1_024), "down": (1_024, 256)},
}


def is_shape(node):
    return isinstance(node, tuple)


def init_params(key, shapes):
    leaves, treedef = jax.tree.flatten(shapes, is_leaf=is_shape)
    keys = jax.tree.unflatten(treedef, list(jax.random.split(key, len(leaves))))

    def init_leaf(shape, leaf_key):
        return jax.random.normal(leaf_key, shape) * shape[0] ** -0.5

    return jax.tree.map(init_leaf, shapes, keys, is_leaf=is_shape)


def parameter_report(params):
    for path, leaf in jax.tree.leaves_with_path(params):
        print(f"{jax.tree_util.keystr(path):<24} {leaf.shape!s:<16} {leaf.size:>10,}")


params = init_params(jax.random.key(0), SHAPES)
parameter_report(params)
total = jax.tree.reduce(lambda n, p: n + p.size, params, 0)
bf16_params = jax.tree.map(lambda p: p.astype(jnp.bfloat16), params)
print(f"{total:,} parameters, dtypes {set(str(p.dtype) for p in jax.tree.leaves(bf16_params))}")
