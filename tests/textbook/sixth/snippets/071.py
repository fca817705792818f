import jax
import jax.numpy as jnp

D_MODEL, VOCAB = 512, 32_000

PARAM_SHAPES = {
    "embed": (VOCAB, D_MODEL),
    "mlp": {"up": (D_MODEL, 4 * D_MODEL), "down": (4 * D_MODEL, D_MODEL)},
    "norm": {"scale": (D_MODEL,), "bias": None},
}


def is_shape(node):
    return node is None or isinstance(node, tuple)


def zeros_from_shapes(shapes, dtype=jnp.float32):
    return jax.tree.map(
        lambda shape: None if shape is None else jnp.zeros(shape, dtype),
        shapes,
        is_leaf=is_shape,
    )


def count_parameters(params):
    return sum(leaf.size for leaf in jax.tree.leaves(params))


if __name__ == "__main__":
    params = zeros_from_shapes(PARAM_SHAPES)
    doubled = jax.tree.map(lambda p: 2.0 * p, params)
    print(f"{count_parameters(doubled):,} parameters, bias: {doubled['norm']['bias']}")
