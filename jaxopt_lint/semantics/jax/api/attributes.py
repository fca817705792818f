"""Attributes of arrays and devices: which are gone, which are others', which there are."""

from __future__ import annotations

# attribute -> what to write for it, with `{}` for the array; empty where there is no such thing.
GONE = {
    "device_buffer": "{}.addressable_data(0)",
    "device_buffers": "[shard.data for shard in {}.addressable_shards]",
    "xla_shape": "",
    "sharding_spec": "",
}
# The same for methods; "*" stands for their arguments.
GONE_METHODS = {
    "device": "{}.device",
    "block_host_until_ready": "{}.block_until_ready()",
    "to_py": "numpy.asarray({})",
    "copy_to_device": "jax.device_put({}, *)",
}
# Methods of other libraries' arrays, and what there is in JAX.
FOREIGN_METHODS = {
    "numpy": "np.asarray(x)",
    "cpu": "jax.device_put(x, jax.devices('cpu')[0])",
    "cuda": "jax.device_put(x, jax.devices('gpu')[0])",
    "detach": "jax.lax.stop_gradient(x)",
    "to": "jax.device_put(x, device) or x.astype(dtype)",
}
# Names that no device has, and where to look instead.
NO_SUCH = {
    "memory_limit": 'memory_stats()["bytes_limit"]',
    "total_memory": 'memory_stats()["bytes_limit"]',
    "memory_size": 'memory_stats()["bytes_limit"]',
    "memory_used": 'memory_stats()["bytes_in_use"]',
    "memory_allocated": 'memory_stats()["bytes_in_use"]',
    "memory_usage": 'memory_stats()["bytes_in_use"]',
    "memory_info": "memory_stats()",
    "name": "device_kind",
    "type": "platform",
    "device_type": "platform",
    "index": "id",
    "ordinal": "id",
}
PROPERTIES = frozenset({"platform", "id", "device_kind", "process_index", "host_id", "client"})
# All that arrays of JAX and of NumPy have.
OF_ARRAYS = frozenset(
    {"T", "addressable_data", "addressable_shards", "all", "any", "argmax", "argmin",
     "argpartition", "argsort", "astype", "at", "aval", "base", "block_until_ready", "byteswap",
     "choose", "clip", "committed", "compress", "conj", "conjugate", "copy", "copy_to_host_async",
     "ctypes", "cumprod", "cumsum", "data", "delete", "device", "devices", "diagonal", "dot",
     "dtype", "dump", "dumps", "fill", "flags", "flat", "flatten", "format", "getfield",
     "global_shards", "imag", "is_deleted", "is_fully_addressable", "is_fully_replicated",
     "is_ready", "item", "itemset", "itemsize", "layout", "mT", "max", "mean", "min", "nbytes",
     "ndim", "newbyteorder", "nonzero", "on_device_size_in_bytes", "partition", "prod", "ptp",
     "put", "ravel", "real", "repeat", "reshape", "resize", "round", "searchsorted", "setfield",
     "setflags", "shape", "sharding", "size", "sort", "squeeze", "std", "strides", "sum",
     "swapaxes", "take", "to_device", "tobytes", "tofile", "tolist", "trace", "transpose",
     "unsafe_buffer_pointer", "var", "view", "weak_type"}
)  # fmt: skip
# All that an array of JAX has had, concrete or traced, in the releases from 0.4.20 to 0.12: `dir`
# of both, and of the `aval` that a traced one looks into.
OF_JAX_ARRAYS = frozenset(
    {"T", "addressable_data", "addressable_shards", "all", "any", "argmax", "argmin",
     "argpartition", "argsort", "array_abstraction_level", "astype", "at", "at_least_vspace",
     "aval", "aval_mutable_qdd", "batch_dim", "block_until_ready", "broadcast", "byteswap",
     "choose", "clip", "clone", "committed", "compress", "conj", "conjugate", "copy",
     "copy_to_host_async", "cumprod", "cumsum", "cur_qdd", "dec_rank", "delete", "device",
     "device_buffer", "device_buffers", "devices", "diagonal", "dimension_as_value", "dot", "dtype",
     "flat", "flatten", "format", "full_lower", "get_const", "get_referent", "global_shards",
     "has_qdd", "imag", "inc_rank", "is_deleted", "is_fully_addressable", "is_fully_replicated",
     "is_high", "is_ready", "item", "itemsize", "join", "layout", "leading_axis_spec", "lo_ty",
     "lo_ty_qdd", "lower_val", "lower_val2", "mT", "manual_axis_type", "mat", "max", "mean",
     "memory_space", "min", "mutable_qdd", "named_shape", "nbytes", "ndim", "nonzero", "normalize",
     "nospec", "on_device_size_in_bytes", "parent", "platform", "prod", "ptp", "raise_val",
     "raise_val2", "ravel", "real", "repeat", "reshape", "reshard", "round", "searchsorted",
     "shape", "shard", "sharding", "size", "sort", "source_info", "squeeze", "std", "str_short",
     "strip_named_shape", "strip_weak_type", "sum", "swapaxes", "take", "to_concrete_value",
     "to_cotangent_aval", "to_ct_aval", "to_device", "to_tangent_aval", "tobytes", "tolist",
     "trace", "traceback", "transpose", "unsafe_buffer_pointer", "unsafe_raw_buffer", "unshard",
     "update", "update_manual_axis_type", "update_vma", "update_weak_type", "val", "var", "view",
     "vma", "vspace_add", "weak_type"}
)  # fmt: skip
