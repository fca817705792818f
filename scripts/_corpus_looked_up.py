"""Names that something looks up: the language, libraries, test runners; and names that say much."""

from __future__ import annotations

import ast
import collections
import io
import logging
import pathlib
import re
from collections import Counter

SOFT = {"_", "match", "case", "type"}
ENTRY = {"main"}
KEPT_FILES = {"__init__", "__main__", "conftest", "setup"}
TESTS = re.compile(r"test|pytest_|setup_|teardown_|setUp|tearDown|Test")
_ARRAY = """
T all any argmax argmin argsort aspects astype at block_until_ready byteswap choose clip compress
conj conjugate copy copy_to_host_async cumprod cumsum data devices device diagonal dot dtype dump
fill flags flat flatten get imag is_fully_addressable is_fully_replicated item itemsize mT max mean
min nbytes ndim nonzero on_device_size partition prod ptp put ravel real repeat reshape resize round
searchsorted set shape sharding size sort squeeze std strides sum swapaxes take tobytes tofile
tolist trace transpose var view weak_type add subtract multiply divide mul power apply
addressable_data addressable_shards global_shards committed aval unsafe_buffer_pointer platform id
process_index device_kind memory_stats delete is_deleted
"""
# Attributes of objects that libraries hand out: modules, states, optimizers, environments, keys,
# compiled functions, meshes, distributions, loaders, writers, parsers.
_OBJECTS = """
setup name parent scope init apply bind unbind variables params param variable perturb sow
make_rng has_variable put_variable get_variable init_with_output lazy_init tabulate is_initializing
copy clone module path mutable dtype kernel_init bias_init use_bias
kernel_dilation input_dilation feature_group_count
tx opt_state apply_fn apply_gradients create step batch_stats replace state split merge value
update init_fn update_fn target optimizer slots
reset render close seed action_space observation_space action_spec observation_spec
reward_spec spec metadata sample shape n low high spaces unwrapped obs observation reward done
discount info timestep env_params default_params action_size observation_size
log_prob log_cdf entropy mean mode stddev prob event_shape batch_shape forward inverse
lower compile compiler_ir cost_analysis memory_analysis as_text trace eval_shape out_info
clear_cache axis_names axis_sizes axis_types devices local_devices mesh empty spec
add insert save restore wait_until_finished latest_step all_steps best_step should_save
log info debug warning error exception critical write flush read readline load dump
add_scalar add_scalars add_histogram add_image finish config watch define_metric
set_postfix set_description total numpy as_numpy_iterator batch shuffle prefetch repeat map
cuda cpu to parameters train eval zero_grad backward step state_dict load_state_dict
tree_flatten tree_unflatten flatten unflatten register defvjp defjvp defvjps defjvps fun func
args keywords partial tree children node_data aux_data leaves
run submit result shutdown start join put get stop acquire release wait is_alive
sol solution ts ys stats x0 success message jac fun nit nfev error iter_num
key fold_in rng rngs next fork default_rng uniform normal integers choice permutation
named_parameters modules hidden_size num_layers filters
text rows columns values index loc iloc plot savefig show set_title set_xlabel set_ylabel legend
attrs groups keys items data labels features images dataset train_ds test_ds
main app logger fit predict score transform fit_transform
"""
LIBRARY = (
    {*_ARRAY.split(), *_OBJECTS.split()}
    | {
        name
        for kind in (
            str, bytes, list, dict, set, int, float, complex, tuple, slice, range, property, type,
            io.TextIOWrapper, io.BytesIO, pathlib.Path, logging.Logger, re.Pattern, re.Match,
            collections.deque, Counter, collections.OrderedDict, collections.defaultdict,
            BaseException, OSError, ast.AST,
        )
        for name in dir(kind)
    }
)  # fmt: skip
# Classes of libraries that look up no more of those below them than `LIBRARY` and dunder names.
PLAIN = {
    "object", "Exception", "ValueError", "RuntimeError", "NamedTuple", "Generic", "Protocol", "ABC",
    "Enum", "IntEnum", "StrEnum", "Module", "PyTreeNode", "TrainState", "Base", "Pytree",
}  # fmt: skip
# Calls that hand keywords on to something else.
HANDS_ON = {
    "apply", "init", "lazy_init", "init_with_output", "replace", "_replace", "create", "lower",
    "remote", "options", "submit", "map", "bind", "trace", "tabulate", "eval_shape", "partial",
    "Partial", "instantiate", "make", "update", "call", "run", "evolve", "field", "set",
}  # fmt: skip
# Names that a linter could be led by, to be given to what they do not fit.
LOADED = [
    "train_step",
    "update_fn",
    "loss_fn",
    "init_params",
    "create_state",
    "make_step",
    "build_model",
    "main_loop",
    "run_training",
    "evaluate",
    "eval_step",
    "reference_loop",
    "naive_rollout",
    "slow_version",
    "unrolled",
    "benchmark",
    "test_helper",
    "params",
    "opt_state",
    "train_state",
    "batch_stats",
    "weights",
    "new_params",
    "old_state",
    "next_key",
    "rng",
    "key",
    "prng_key",
    "seed",
    "dummy_input",
    "example_batch",
    "placeholder",
    "grads",
    "gradient",
    "loss",
    "value",
    "cost",
    "metrics",
    "lr",
    "step",
    "t",
    "i",
    "idx",
    "epoch",
    "counter",
    "num_devices",
    "device_index",
    "stage_id",
    "shard",
    "worker",
    "mesh",
    "xs",
    "ys",
    "inputs",
    "targets",
    "tokens",
    "images",
    "batch",
    "batches",
    "chunks",
    "micro_batches",
    "clients",
    "env",
    "simulator",
    "replay_buffer",
    "memory",
    "rb",
    "logger",
    "writer",
    "wandb",
    "trace_count",
    "compile_count",
    "jit_calls",
    "is_tracing",
    "use_scan",
    "unroll",
    "python_loop",
    "debug",
    "verbose",
    "config",
    "cfg",
    "args",
    "FLAGS",
    "hparams",
    "should_log",
    "eval_every",
    "last_step",
    "time_fn",
    "profile_run",
    "pad_batch",
    "policy",
    "actor",
    "critic",
    "Transformer",
    "EncoderBlock",
    "Model",
    "Layer",
    "Net",
    "Trainer",
    "TestCase",
    "ReferenceModel",
    "_helper",
    "_init_fn",
    "_Private",
    "MAX_STEPS",
    "N_LAYERS",
    "ndim",
    "rank",
    "lmax",
    "get_fn",
    "cached_value",
    "with_scan",
    "layer_vmap",
    "x64_enabled",
    "version",
]


def is_test(stem: str) -> bool:
    """Whether test runners find a file by its name."""
    return bool(TESTS.match(stem)) or stem.endswith(("_test", "_tests"))
