"""What kind of value JAX, NumPy and array methods give back."""

from __future__ import annotations

# What an array tells without its values, even one whose buffer was donated; then all of it that
# is known while tracing.
METADATA = frozenset({"shape", "dtype", "ndim", "size", "sharding"})
# What asks an array for its shape and its type alone, or makes another one of them.
OF_FORM = frozenset(
    f"{module}.{name}"
    for module in ("jax.numpy", "numpy")
    for name in ("zeros_like", "ones_like", "empty_like", "shape", "ndim", "size", "result_type")
)
STATIC_ATTRIBUTES = frozenset(
    {
        *METADATA,
        "itemsize",
        "nbytes",
        "aval",
        "weak_type",
        "device",
        "is_fully_replicated",
        "is_fully_addressable",
        "addressable_shards",
        "committed",
    }
)
ARRAY_ATTRIBUTES = frozenset({"T", "mT", "at", "real", "imag", "flat"})
# Methods of an array that copy it to the host.
TO_HOST_METHODS = frozenset({"item", "tolist", "__array__", "tobytes"})

STATIC_CALLS = frozenset(
    {
        "jax.numpy.shape",
        "jax.numpy.ndim",
        "jax.numpy.size",
        "jax.numpy.dtype",
        "jax.numpy.result_type",
        "jax.numpy.issubdtype",
        "jax.numpy.promote_types",
        "jax.numpy.finfo",
        "jax.numpy.iinfo",
        "jax.numpy.isscalar",
        "jax.numpy.iterable",
        "jax.numpy.iscomplexobj",
        "jax.numpy.isrealobj",
        "jax.numpy.can_cast",
        "jax.numpy.broadcast_shapes",
        "jax.numpy.einsum_path",
        "jax.device_count",
        "jax.local_device_count",
        "jax.devices",
        "jax.local_devices",
        "jax.process_index",
        "jax.process_count",
        "jax.default_backend",
        "jax.host_id",
        "jax.host_count",
        "jax.tree.structure",
        "jax.tree_util.tree_structure",
        "jax.typeof",
        "jax.eval_shape",
        "jax.lax.axis_size",
        "jax.ShapeDtypeStruct",
        "jax.make_mesh",
        "jax.sharding.Mesh",
        "jax.sharding.NamedSharding",
        "jax.sharding.PartitionSpec",
        "jax.dtypes.canonicalize_dtype",
        "jax.dtypes.issubdtype",
        "jax.lax.broadcast_shapes",
        "jax.numpy.float32",
        "jax.lax.dtype",
        "jax.core.get_aval",
        "jax.lax.padtype_to_pads",
        "jax.lax.conv_dimension_numbers",
        "jax.random.key_impl",
        "jax.config.read",
    }
)
# Calls that hand back what they were given, as far as kinds go.
SAME_AS_FIRST = frozenset(
    {
        "jax.lax.stop_gradient",
        "jax.block_until_ready",
        "jax.lax.optimization_barrier",
        "jax.lax.with_sharding_constraint",
        "jax.lax.psum",
        "jax.lax.pmean",
        "jax.lax.pmax",
        "jax.lax.pmin",
        "jax.lax.all_gather",
        "jax.ad_checkpoint.checkpoint_name",
        "jax.lax.pvary",
        "jax.lax.pcast",
        "jax.tree.leaves",
        "jax.tree_util.tree_leaves",
        "flax.jax_utils.unreplicate",
        "flax.core.freeze",
        "flax.core.unfreeze",
    }
)
# What runs its first argument on each leaf of the others, and what hands it the leaf's path too.
LEAF_MAPS = frozenset(
    {
        "jax.tree.map",
        "jax.tree_util.tree_map",
        "jax.tree_map",
        "jax.tree_multimap",
        "jax.tree_util.tree_multimap",
    }
)
TREE_MAPS = LEAF_MAPS | {"jax.tree.map_with_path", "jax.tree_util.tree_map_with_path"}
# `jax.tree.unflatten(treedef, leaves)` and others: containers of arrays.
TREES = frozenset(
    {
        "jax.lax.scan",
        "jax.lax.while_loop",
        "jax.lax.fori_loop",
        "jax.lax.cond",
        "jax.lax.switch",
        "jax.lax.map",
        "jax.lax.associative_scan",
        "jax.tree.unflatten",
        "jax.tree_util.tree_unflatten",
        "jax.lax.top_k",
        "jax.jvp",
        "jax.vjp",
        "jax.linearize",
        "jax.numpy.linalg.svd",
        "jax.numpy.linalg.qr",
        "jax.numpy.linalg.eigh",
        "jax.numpy.linalg.slogdet",
        "jax.numpy.nonzero",
        "jax.numpy.meshgrid",
        "jax.numpy.split",
        "jax.numpy.array_split",
        "jax.numpy.unstack",
        "jax.numpy.broadcast_arrays",
        "jax.numpy.unique",
        "jax.numpy.histogram",
        "optax.apply_updates",
        "jax.pure_callback",
        "jax.experimental.io_callback",
        "jax.numpy.frexp",
        "jax.numpy.modf",
        "jax.numpy.divmod",
        "jax.lax.sort",
    }
)
# What makes one value of the leaves of a tree.
REDUCTIONS = frozenset({"jax.tree.reduce", "jax.tree_util.tree_reduce"})
# Prefixes of functions whose result is one array.
ARRAYS = (
    "jax.numpy.",
    "jax.lax.",
    "jax.nn.",
    "jax.random.",
    "jax.scipy.",
    "jax.image.",
    "jax.ops.",
)
# Of optax: norms, and losses for each example.
_OF_OPTAX = (
    "l2_loss", "squared_error", "huber_loss", "log_cosh", "cosine_similarity", "cosine_distance",
    "hinge_loss", "kl_divergence", "softmax_cross_entropy", "sigmoid_binary_cross_entropy",
    "softmax_cross_entropy_with_integer_labels",
)  # fmt: skip
ARRAYS_BY_NAME = frozenset(
    {"optax.global_norm", *(f"optax{of}.{n}" for n in _OF_OPTAX for of in ("", ".losses"))}
)
NOT_ARRAYS = frozenset({"jax.nn.initializers", "jax.random.PRNGKey", "jax.random.key"})

STATIC_BUILTINS = frozenset(
    {
        "len",
        "isinstance",
        "issubclass",
        "hasattr",
        "callable",
        "type",
        "id",
        "range",
        "str",
        "repr",
        "format",
        "print",
        "ord",
        "chr",
        "hash",
        "dir",
        "vars",
    }
)
HOST_BUILTINS = frozenset({"int", "float", "bool", "complex"})
# Products of matrices, and what else a device spends its time on.
PRODUCTS = frozenset(
    {
        "jax.numpy.dot",
        "jax.numpy.matmul",
        "jax.numpy.einsum",
        "jax.numpy.tensordot",
        "jax.numpy.vecdot",
        "jax.lax.dot",
        "jax.lax.dot_general",
        "jax.lax.batch_matmul",
        "jax.lax.conv",
        "jax.lax.conv_general_dilated",
        "jax.lax.conv_with_general_padding",
        "jax.nn.dot_product_attention",
        "jax.numpy.convolve",
    }
)
