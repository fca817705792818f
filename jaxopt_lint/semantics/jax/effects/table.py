"""What functions and methods do beyond giving their result: the one table of it.

A row names functions by their dotted names, and methods by what made their object:
`logging.getLogger.info`, `list.append`. A name that ends in a dot stands for all below it; where
several rows fit, the longest name decides. Of what is not here, nothing is known.
"""

from __future__ import annotations

from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.results import TO_HOST_METHODS
from jaxopt_lint.semantics.jax.api.sharding import COLLECTIVES


@dataclass(frozen=True, slots=True)
class Deed:
    """What one call does by itself.

    Attributes:
        kind: one of the kinds of `Effect`; "" where the call gives its result and nothing else.
        verb: what it does, in front of its name.
        waits: how the call needs the numbers behind the arrays that it is given: "fetch" (as a
            host value), "block" (just waits for them), "print" (as text), "log" (in a record); ""
            where it does not.
        names: what the row is about.
    """

    kind: str
    verb: str = ""
    waits: str = ""
    names: tuple[str, ...] = ()


UNSEEN = Deed("unknown", "calls what is not seen here,")

# Deterministic, of results alone, and at home with tracers.
_PURE = Deed("", names=(
    "jax.", "operator.", "functools.", "typing.", "collections.", "dataclasses.", "copy.",
    "optax.", "einops.", "chex.", "equinox.", "opt_einsum.", "jaxtyping.", "string.", "re.",
    "enum.", "abc.", "numbers.", "str.", "tuple.", "list.", "dict.", "set.", "deque.", "range.",
    "builtins.",
    # What tells of an array without its values, and what NumPy leaves to the array's own methods.
    *(f"numpy.{name}" for name in (
        "shape", "ndim", "size", "dtype", "float32", "int32", "sum", "mean", "max", "min", "std",
        "var", "any", "all", "argmax", "argmin", "prod", "cumsum", "cumprod", "reshape", "squeeze",
        "transpose", "round", "around", "repeat", "swapaxes", "compress", "amax", "amin",
        "searchsorted")),
))  # fmt: skip
# The same, for numbers: an array of JAX has to be on the host.
_ON_HOST = Deed("", "asks for numbers with", "fetch", (
    "numpy.", "math.", "cmath.", "scipy.", "itertools.", "builtins.float", "builtins.int",
    "builtins.bool", "builtins.complex", "builtins.hash", "jax.device_get",
    *(f"jax.Array.{name}" for name in TO_HOST_METHODS),
    *(f"numpy.ndarray.{name}" for name in TO_HOST_METHODS),
    # Seeded generators give the same numbers each time.
    "numpy.random.default_rng", "numpy.random.RandomState", "random.Random",
    "numpy.random.Generator", "numpy.random.SeedSequence",
))  # fmt: skip
_BLOCKS = Deed("", "waits for the device with", "block",
               ("jax.block_until_ready", "jax.Array.block_until_ready"))  # fmt: skip
_PRINTS = Deed("prints", "tells the outside with", "print", (
    "builtins.print", "logging.", "absl.logging.", "warnings.", "sys.", "loguru.", "rich.",
))  # fmt: skip
_LOGS = Deed("prints", "logs with", "log", (
    "wandb.", "tqdm.", "mlflow.", "neptune.", "comet_ml.", "aim.", "clearml.", "swanlab.",
    "tensorboardX.", "torch.utils.tensorboard.", "flax.metrics.tensorboard.",
    "clu.metric_writers.", "clu.periodic_actions.", "tensorflow.summary.",
))  # fmt: skip
_TELLS = Deed("prints", "tells the outside with", "", (
    "builtins.input", "builtins.open", "builtins.breakpoint", "jax.monitoring.", "jax.profiler.",
))  # fmt: skip
# Files, processes, sockets: what is sent there has to be on the host.
_SENDS = Deed("prints", "hands to the outside with", "fetch", (
    "pickle.", "cloudpickle.", "joblib.", "json.", "csv.", "io.", "pathlib.", "glob.", "shutil.",
    "subprocess.", "socket.", "zmq.", "queue.", "multiprocessing.", "threading.", "asyncio.",
    "builtins.open.", "numpy.save", "numpy.savez", "numpy.savez_compressed", "numpy.savetxt",
    "matplotlib.", "imageio.", "cv2.", "PIL.", "h5py.", "zarr.", "redis.", "serial.", "gc.",
))  # fmt: skip
# Simulators on the host: what they are given has to be there too.
_STEPS = Deed("draws", "steps a simulator with", "fetch", (
    "gym.", "gymnasium.", "dm_control.", "dm_env.", "envpool.", "pettingzoo.", "mujoco.",
    "mujoco_py.", "pybullet.", "procgen.", "ale_py.", "minerl.", "robosuite.", "d4rl.",
    "stable_baselines3.", "bsuite.", "acme.", "reverb.",
))  # fmt: skip
_DRAWS = Deed("draws", "draws with", "fetch", (
    "numpy.random.", "random.", "secrets.", "time.", "datetime.", "uuid.", "os.",
    "builtins.next", "haiku.next_rng_key", "haiku.maybe_next_rng_key", "haiku.reserve_rng_keys",
    "haiku.PRNGSequence.", "flax.nnx.Rngs.", "flax.linen.Module.make_rng", "flax.linen.make_rng",
    "tensorflow.random.", "torch.rand", "torch.randn", "tensorflow_datasets.",
))  # fmt: skip
_CALLS_BACK = Deed("callback", "calls back with", "", (
    "jax.debug.", "jax.experimental.io_callback", "jax.experimental.host_callback.",
))  # fmt: skip
_WRITES = Deed("writes", "changes settings or values with", "", (
    "jax.config.", "haiku.set_state", "numpy.seterr", "numpy.copyto", "numpy.put",
    "numpy.fill_diagonal", "numpy.place", "numpy.putmask", "jax.clear_caches",
    "jax.experimental.multihost_utils.", "jax.distributed.", "builtins.setattr",
    "builtins.delattr", "flax.linen.Module.sow", "flax.linen.Module.put_variable",
    "flax.linen.Module.perturb",
))  # fmt: skip
_MUTATES = Deed("mutates", "calls", "", (
    *(f"list.{name}" for name in ("append", "extend", "insert", "remove", "pop", "clear", "sort",
                                  "reverse")),
    *(f"dict.{name}" for name in ("pop", "popitem", "clear", "update", "setdefault",
                                  "move_to_end", "subtract")),
    *(f"set.{name}" for name in ("add", "discard", "remove", "pop", "clear", "update",
                                 "difference_update", "intersection_update")),
    *(f"deque.{name}" for name in ("append", "appendleft", "extend", "extendleft", "insert",
                                   "pop", "popleft", "remove", "clear", "reverse", "rotate")),
    *(f"numpy.ndarray.{name}" for name in ("fill", "resize", "sort", "partition", "put",
                                           "itemset", "setfield", "setflags")),
))  # fmt: skip
# An axis that is asked for by name needs no other device; the rest moves data between them.
_TALKS = Deed("collective", "talks to other devices with", "", (
    *(name for name in COLLECTIVES if name.rpartition(".")[2] not in
      ("axis_index", "axis_size", "pcast", "pvary", "pbroadcast")),
    "jax.lax.ragged_all_to_all",
))  # fmt: skip
_ELSEWHERE = Deed("unknown", "leaves JAX for", "fetch",
                  ("torch.", "tensorflow.", "pandas."))  # fmt: skip
_DYNAMIC = Deed("unknown", "calls", "", tuple(
    f"builtins.{name}" for name in ("exec", "eval", "globals", "vars", "locals", "__import__",
                                    "compile")
))  # fmt: skip

TABLE = {
    name: row
    for row in (_PURE, _ON_HOST, _BLOCKS, _PRINTS, _LOGS, _TELLS, _SENDS, _STEPS, _DRAWS,
                _CALLS_BACK, _WRITES, _MUTATES, _TALKS, _ELSEWHERE, _DYNAMIC)
    for name in row.names
}  # fmt: skip
# What makes an object whose methods have rows under a shorter name.
TYPES = {
    "collections.deque": "deque", "collections.defaultdict": "dict",
    "collections.OrderedDict": "dict", "collections.Counter": "dict", "builtins.list": "list",
    "builtins.sorted": "list", "builtins.dict": "dict", "builtins.set": "set",
    "builtins.frozenset": "set", "builtins.tuple": "tuple", "builtins.str": "str",
    "builtins.bytearray": "list", "jax.tree.leaves": "list", "jax.tree_util.tree_leaves": "list",
    "copy.copy": "", "copy.deepcopy": "",
    "flax.linen.module.Module": "flax.linen.Module", "flax.nn.Module": "flax.linen.Module",
    **{f"numpy.{name}": "numpy.ndarray" for name in (
        "zeros", "ones", "empty", "full", "arange", "array", "asarray", "copy", "zeros_like",
        "ones_like", "empty_like", "full_like", "linspace", "eye", "stack", "concatenate")},
}  # fmt: skip


def row_of(dotted: str) -> Deed | None:
    """What a function or method does, by its dotted name; None where the table has no row.

    >>> row_of("jax.numpy.sum").kind, row_of("jax.lax.psum").kind
    ('', 'collective')
    >>> row_of("numpy.random.normal").verb
    'draws with'
    >>> row_of("list.append").kind, row_of("mylib.solve")
    ('mutates', None)
    """
    found = TABLE.get(dotted)
    head = dotted
    while found is None and head:
        head = head.rpartition(".")[0]
        found = TABLE.get(f"{head}.")
    if found is None and dotted.startswith("flax.linen.") and dotted.rpartition(".")[2].islower():
        return _PURE  # `nn.relu`, and what a module asks of its base: `self.param`
    return found
