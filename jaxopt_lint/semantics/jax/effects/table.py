"""What functions and methods do beyond giving their result: the one table of it.

A row names functions by their dotted names, and methods by what made their object:
`logging.getLogger.info`, `list.append`. A name that ends in a dot stands for all below it; where
several rows fit, the longest name decides. Of what is not here, nothing is known.
"""

from __future__ import annotations

from dataclasses import dataclass

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
        names: what the row is about, with spaces between.
    """

    kind: str
    verb: str
    waits: str
    names: str


UNSEEN = Deed("unknown", "calls what is not seen here,", "", "")
_ROWS = (
    # Deterministic, of results alone, and at home with tracers. Of NumPy: what tells of an array
    # without its values, and what is left to the array's own methods.
    Deed("", "", "", """
        jax. operator. functools. typing. collections. dataclasses. copy. optax. einops. chex.
        equinox. opt_einsum. jaxtyping. string. re. enum. abc. numbers. str. tuple. list. dict.
        set. deque. range. builtins. numpy.shape numpy.ndim numpy.size numpy.dtype numpy.float32
        numpy.int32 numpy.sum numpy.mean numpy.max numpy.min numpy.std numpy.var numpy.any
        numpy.all numpy.argmax numpy.argmin numpy.prod numpy.cumsum numpy.cumprod numpy.reshape
        numpy.squeeze numpy.transpose numpy.round numpy.around numpy.repeat numpy.swapaxes
        numpy.compress numpy.amax numpy.amin numpy.searchsorted"""),
    # The same, for numbers: an array of JAX has to be on the host. Seeded generators are among it,
    # which give the same numbers each time.
    Deed("", "asks for numbers with", "fetch", """
        numpy. math. cmath. scipy. itertools. builtins.float builtins.int builtins.bool
        builtins.complex builtins.hash jax.device_get jax.Array.item jax.Array.tolist
        jax.Array.__array__ jax.Array.tobytes numpy.random.default_rng numpy.random.RandomState
        random.Random numpy.random.Generator numpy.random.SeedSequence"""),
    Deed("", "waits for the device with", "block", """
        jax.block_until_ready jax.Array.block_until_ready"""),
    Deed("prints", "tells the outside with", "print", """
        builtins.print logging. absl.logging. warnings. sys. loguru. rich."""),
    Deed("prints", "logs with", "log", """
        wandb. tqdm. mlflow. neptune. comet_ml. aim. clearml. swanlab. tensorboardX.
        torch.utils.tensorboard. flax.metrics.tensorboard. clu.metric_writers.
        clu.periodic_actions. tensorflow.summary."""),
    Deed("prints", "tells the outside with", "", """
        builtins.input builtins.open builtins.breakpoint jax.monitoring. jax.profiler."""),
    # Files, processes, sockets: what is sent there has to be on the host.
    Deed("prints", "hands to the outside with", "fetch", """
        pickle. cloudpickle. joblib. json. csv. io. pathlib. glob. shutil. subprocess. socket. zmq.
        queue. multiprocessing. threading. asyncio. builtins.open. numpy.save numpy.savez
        numpy.savez_compressed numpy.savetxt matplotlib. imageio. cv2. PIL. h5py. zarr. redis.
        serial. gc."""),
    # Simulators on the host: what they are given has to be there too.
    Deed("draws", "steps a simulator with", "fetch", """
        gym. gymnasium. dm_control. dm_env. envpool. pettingzoo. mujoco. mujoco_py. pybullet.
        procgen. ale_py. minerl. robosuite. d4rl. stable_baselines3. bsuite. acme. reverb."""),
    Deed("draws", "draws with", "fetch", """
        numpy.random. random. secrets. time. datetime. uuid. os. builtins.next haiku.next_rng_key
        haiku.maybe_next_rng_key haiku.reserve_rng_keys haiku.PRNGSequence. flax.nnx.Rngs.
        flax.linen.Module.make_rng flax.linen.make_rng tensorflow.random. torch.rand torch.randn
        tensorflow_datasets."""),
    Deed("callback", "calls back with", "", """
        jax.debug. jax.experimental.io_callback jax.experimental.host_callback."""),
    Deed("writes", "changes settings or values with", "", """
        jax.config. haiku.set_state numpy.seterr numpy.copyto numpy.put numpy.fill_diagonal
        numpy.place numpy.putmask jax.clear_caches jax.experimental.multihost_utils.
        jax.distributed. builtins.setattr builtins.delattr flax.linen.Module.sow
        flax.linen.Module.put_variable flax.linen.Module.perturb"""),
    Deed("mutates", "calls", "", """
        list.append list.extend list.insert list.remove list.pop list.clear list.sort list.reverse
        dict.pop dict.popitem dict.clear dict.update dict.setdefault dict.move_to_end dict.subtract
        set.add set.discard set.remove set.pop set.clear set.update set.difference_update
        set.intersection_update deque.append deque.appendleft deque.extend deque.extendleft
        deque.insert deque.pop deque.popleft deque.remove deque.clear deque.reverse deque.rotate
        numpy.ndarray.fill numpy.ndarray.resize numpy.ndarray.sort numpy.ndarray.partition
        numpy.ndarray.put numpy.ndarray.itemset numpy.ndarray.setfield numpy.ndarray.setflags"""),
    Deed("collective", "talks to other devices with", "", "jax.lax.ragged_all_to_all"),
    Deed("unknown", "leaves JAX for", "fetch", "torch. tensorflow. pandas."),
    Deed("unknown", "calls", "", """
        builtins.exec builtins.eval builtins.globals builtins.vars builtins.locals
        builtins.__import__ builtins.compile"""),
)  # fmt: skip
# Of the collectives, these ask for an axis, and move no data between devices.
_STAY = frozenset({"axis_index", "axis_size", "pcast", "pvary", "pbroadcast"})
# What makes an object whose methods have rows under a shorter name.
TYPES = {
    "collections.deque": "deque", "collections.defaultdict": "dict",
    "collections.OrderedDict": "dict", "collections.Counter": "dict", "builtins.list": "list",
    "builtins.sorted": "list", "builtins.dict": "dict", "builtins.set": "set",
    "builtins.frozenset": "set", "builtins.tuple": "tuple", "builtins.str": "str",
    "builtins.bytearray": "list", "jax.tree.leaves": "list", "jax.tree_util.tree_leaves": "list",
    "copy.copy": "", "copy.deepcopy": "",
    "flax.linen.module.Module": "flax.linen.Module", "flax.nn.Module": "flax.linen.Module",
    "numpy.zeros": "numpy.ndarray", "numpy.ones": "numpy.ndarray", "numpy.empty": "numpy.ndarray",
    "numpy.full": "numpy.ndarray", "numpy.arange": "numpy.ndarray",
    "numpy.array": "numpy.ndarray",
    "numpy.copy": "numpy.ndarray", "numpy.zeros_like": "numpy.ndarray",
    "numpy.ones_like": "numpy.ndarray", "numpy.empty_like": "numpy.ndarray",
    "numpy.full_like": "numpy.ndarray", "numpy.linspace": "numpy.ndarray",
    "numpy.eye": "numpy.ndarray", "numpy.stack": "numpy.ndarray",
    "numpy.concatenate": "numpy.ndarray",
}  # fmt: skip


def _table() -> dict[str, Deed]:
    out = {name: row for row in _ROWS for name in row.names.split()}
    talks = out["jax.lax.ragged_all_to_all"]
    return out | {n: talks for n in COLLECTIVES if n.rpartition(".")[2] not in _STAY}


_TABLE = _table()


def row_of(dotted: str) -> Deed | None:
    """What a function or method does, by its dotted name; None where the table has no row.

    >>> row_of("jax.numpy.sum").kind, row_of("jax.lax.psum").kind
    ('', 'collective')
    >>> row_of("numpy.random.normal").verb
    'draws with'
    >>> row_of("list.append").kind, row_of("mylib.solve")
    ('mutates', None)
    """
    found = _TABLE.get(dotted)
    head = dotted
    while found is None and head:
        head = head.rpartition(".")[0]
        found = _TABLE.get(f"{head}.")
    if found is None and dotted.startswith("flax.linen.") and dotted.rpartition(".")[2].islower():
        return _ROWS[0]  # `nn.relu`, and what a module asks of its base: `self.param`
    return found
