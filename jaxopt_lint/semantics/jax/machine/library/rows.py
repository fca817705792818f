"""Functions of libraries: of Python, NumPy, JAX; what is in no table gives the unknown."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from jaxopt_lint.semantics.jax.api import results
from jaxopt_lint.semantics.jax.api.clocks import CLOCKS, TIMERS
from jaxopt_lint.semantics.jax.api.numpy import RAISE_ON_TRACERS, WRITERS
from jaxopt_lint.semantics.jax.effects.table import row_of
from jaxopt_lint.semantics.jax.machine import trips
from jaxopt_lint.semantics.jax.machine.contents import (
    leaves,
    levels_of,
    newest,
    on_device,
    waited_for,
)
from jaxopt_lint.semantics.jax.machine.core import Arguments, Core, Keywords
from jaxopt_lint.semantics.jax.machine.lattice import join_all
from jaxopt_lint.semantics.jax.machine.library.python import BUILTINS, SILENT
from jaxopt_lint.semantics.jax.machine.library.shaped import shape_of
from jaxopt_lint.semantics.jax.machine.values import (
    CALLABLE,
    SHAPE_NUMBER,
    Array,
    Class,
    Const,
    Func,
    Host,
    Lib,
    Manager,
    Map,
    Record,
    Seq,
    Tree,
    Unknown,
    Value,
    Wrapped,
    with_fields,
)

Row = Callable[[Core, ast.expr, Arguments, Keywords], Value]


def called(machine: Core, node: ast.expr, dotted: str, args: Arguments, kwargs: Keywords) -> Value:
    """What calling a function of a library gives."""
    if dotted.startswith("builtins."):
        row = BUILTINS.get(dotted[9:])
        if dotted[9:] not in SILENT:
            machine.shows(node, (*args, *kwargs.values()))
        if row is not None:
            return row(machine, node, args, kwargs)
        return Unknown(f"what `{dotted[9:]}` gives is not in the tables")
    row = _ROWS.get(dotted)
    if row is not None:
        return row(machine, node, args, kwargs)
    if dotted.startswith("numpy."):
        return _numpy(machine, node, dotted, args, kwargs)
    if dotted in results.STATIC_CALLS:
        return Unknown("it tells of an array without its values", True)
    if dotted in results.TREES:
        return machine.tree(node, "eager", dotted, levels_of(*args, *kwargs.values()))
    if dotted in results.TREE_MAPS:
        return _tree_map(machine, node, args)
    if dotted.startswith("math."):
        _ask(machine, node, args, dotted)
        return Host(())
    if dotted.startswith(results.ARRAYS) and not dotted.startswith("jax.nn.initializers"):
        return _array(machine, node, dotted, args, kwargs)
    deed = row_of(dotted)
    if deed is None or dotted.startswith(_MAY_WAIT) or (deed.waits and _arrays(args, kwargs)):
        machine.may_wait(node)
    elif deed.waits:
        machine.shows(node, (*args, *kwargs.values()))
    if deed is not None and deed.waits in ("print", "log"):
        for value, expression in _given(node, args, kwargs):
            machine.asked_all(node, expression, value, "print")
        if dotted in _MAKERS or dotted.endswith(".SummaryWriter"):
            return Lib(dotted)  # a log or a writer, whose methods are in the table of effects
        return Unknown(f"what `{dotted}` gives is not in the tables")
    if deed is not None and deed.waits == "fetch" and not deed.kind:
        _ask(machine, node, args, dotted)
    if isinstance(node, ast.Call):
        machine.escape(node.args)
    for value in (*args, *kwargs.values()):
        trips.write(machine, value)
    return Unknown(f"what `{dotted}` gives is not in the tables")


_MAKERS = ("wandb.init", "logging.getLogger", "tensorflow.summary.create_file_writer")


def _arrays(args: Arguments, kwargs: Keywords) -> bool:
    return any(leaves(value) for value in (*args, *kwargs.values()))


def _given(node: ast.expr, args: Arguments, kwargs: Keywords) -> list[tuple[Value, ast.expr]]:
    """The values of a call, each with where it stands."""
    if not isinstance(node, ast.Call):
        return []
    plain = [a for a in node.args if not isinstance(a, ast.Starred)]
    out = list(zip(args, plain, strict=False)) if len(plain) == len(node.args) else []
    out += [(kwargs[k.arg], k.value) for k in node.keywords if k.arg and k.arg in kwargs]
    return out


def _ask(machine: Core, node: ast.expr, args: Arguments, via: str) -> None:
    machine.shows(node, args)
    for value, expression in _given(node, args, {}):
        if machine.asked_all(node, expression, value, via):
            return


def _numpy(machine: Core, node: ast.expr, dotted: str, args: Arguments, kwargs: Keywords) -> Value:
    if dotted in ("numpy.shape", "numpy.ndim", "numpy.size"):
        return SHAPE_NUMBER
    machine.shows(node, (*args, *kwargs.values()))
    shape = shape_of(dotted, args, kwargs)
    for value in (*(args[:1] if dotted in WRITERS else ()), kwargs.get("out", _NO_VALUE)):
        trips.write(machine, value, certain=True)
    if dotted in ("numpy.asarray", "numpy.array") or dotted in RAISE_ON_TRACERS:
        asked = []
        for value, expression in _given(node, args, kwargs):
            if expression is not None and machine.asked_all(node, expression, value, dotted):
                asked = leaves(value)
                break
        if asked and not asked[0].levels:
            whole = trips.fetched(machine, node, asked[0], shape)
            plain = dotted in ("numpy.asarray", "numpy.array") and len(args) == 1 and not kwargs
            return whole if plain else trips.of_numpy(
                machine, dotted, [whole, *(a for a in args if isinstance(a, Host))], shape,
                (*args, *kwargs.values()),
            )  # fmt: skip
        return trips.of_numpy(machine, dotted, args, shape, (*args, *kwargs.values()))
    deed = row_of(dotted)
    arrays = [a for a in args if on_device(a)]
    if deed is not None and not deed.waits and arrays:
        # It calls the method of the array: nothing leaves the device.
        levels = levels_of(*args)
        return machine.array(node, "eager", dotted, levels, shape)
    listed = any(isinstance(value, Seq) and leaves(value) for value in args[:1])
    if listed or (deed is not None and deed.waits == "fetch"):
        _ask(machine, node, args, dotted)
    return trips.of_numpy(machine, dotted, args, shape, (*args, *kwargs.values()))


def _array(machine: Core, node: ast.expr, dotted: str, args: Arguments, kwargs: Keywords) -> Value:
    levels = levels_of(*args, *kwargs.values())
    if dotted.rpartition(".")[2] in _EXACT:
        levels = machine.without_gradient(levels)
    how = "eager"
    for value, expression in _given(node, args, kwargs):
        if isinstance(value, Host) or dotted in _LISTED:
            trips.upload(machine, node, expression, value, dotted)
    if dotted in _TRANSFERS and not any(leaves(a) for a in args):
        how = "transfer"
    made = machine.array(node, how, dotted, levels, shape_of(dotted, args, kwargs))
    if how == "transfer" and made.made is not None:
        trips.lift(machine, made.made.number, args[:1])
    return made


_TRANSFERS = frozenset({"jax.numpy.asarray", "jax.numpy.array"})
# These take lists of numbers, or of arrays.
_LISTED = _TRANSFERS | {"jax.numpy.stack", "jax.numpy.concatenate", "jax.numpy.vstack"}
_NO_VALUE = Unknown("nothing is given")
# Their derivative is nought: a gradient does not trace them.
_EXACT = frozenset(
    {"argmax", "argmin", "argsort", "floor", "ceil", "round", "sign", "equal", "not_equal",
     "greater", "greater_equal", "less", "less_equal", "isnan", "isinf", "isfinite", "any", "all",
     "allclose", "array_equal", "isclose", "logical_and", "logical_or", "logical_not",
     "stop_gradient", "zeros_like", "ones_like", "searchsorted", "sum_of_bits", "nonzero"}
)  # fmt: skip


def _tree_map(machine: Core, node: ast.expr, args: Arguments) -> Value:
    """`jax.tree.map(f, tree, ...)`: a container of the form of the first tree."""
    if len(args) < 2:
        return Unknown("what it is given is not known")
    func = args[0]

    def mapped(value: Value, others: Arguments) -> Value:
        match value:
            case Seq(kind, items, item, count) if kind != "iterator":
                if items is not None:
                    parts = [mapped(i, _below(others, at)) for at, i in enumerate(items)]
                    return Seq(kind, tuple(parts))
                return Seq(kind, None, mapped(item, _below(others, None)), count)
            case Map(items, rest):
                kept = tuple((k, mapped(v, _below(others, k))) for k, v in items)
                return Map(kept, mapped(rest, _below(others, None)) if rest is not None else None)
            case Record(owner, fields, pair):
                held = tuple((k, mapped(v, _below(others, k))) for k, v in fields)
                return Record(owner, held, pair)
        leaves = [
            Array(v.levels, None, v.made) if isinstance(v, Tree) else v for v in (value, *others)
        ]
        made = _UNSEEN if _UNSEEN in leaves else machine.call(node, func, leaves, {})
        if made is _UNSEEN:
            machine.may_wait(node)
        if isinstance(made, Array) and isinstance(value, Tree):
            return Tree(made.levels, made.made)
        return made

    return mapped(args[1], args[2:])


def _below(trees: Arguments, at: object) -> list[Value]:
    """What trees hold at one place of the tree in front of them; None for any place."""
    return [_part(tree, at) for tree in trees]


def _part(tree: Value, at: object) -> Value:
    match tree:
        case Tree():
            return tree
        case Map(items, _):
            return dict(items).get(at, _UNSEEN)
        case Record(_, fields):
            return next((v for k, v in fields if k == at), _UNSEEN)
        case Seq(_, items, item, _) if items is None:
            return item
        case Seq(_, items, _, _) if items is not None and isinstance(at, int):
            return items[at] if at < len(items) else _UNSEEN
    return _UNSEEN


_UNSEEN = Unknown("what several trees hold at one place is not followed")


def _same(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    return args[0] if args else Unknown("what it is given is not known")


def _stopped(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    match args[:1]:
        case [Array(levels, shape)]:
            return Array(machine.without_gradient(levels), shape)
        case [Tree(levels)]:
            return Tree(machine.without_gradient(levels))
    return _same(machine, node, args, kwargs)


def _partial(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    match args[:1]:
        case [Func() | Lib() as func]:
            more = {**dict(func.kwargs), **kwargs}
            return replace(func, args=(*func.args, *args[1:]), kwargs=tuple(more.items()))
        case [Wrapped() as func] if not kwargs:
            return replace(func, args=(*func.args, *args[1:]))
    return Unknown("what it is bound to is not known")


def _wraps(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    return Lib("builtins.staticmethod")  # it hands back what it decorates


def _got(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    """`jax.device_get`: what is traced stays so."""
    value = args[0] if args else Unknown("what it is given is not known")
    if not machine.staged:
        _ask(machine, node, args, "device_get")
    return _fetched(machine, node, value)


def _fetched(machine: Core, node: ast.expr, value: Value) -> Value:
    match value:
        case Array(levels, shape) if not levels:
            return trips.fetched(machine, node, value, shape)
        case Tree(levels) if not levels:
            came = trips.fetched(machine, node, value).came
            return Unknown("it is fetched, and of a form that is not known", came=came)
        case Seq(kind, items, item, count):
            if items is not None:
                return Seq(kind, tuple(_fetched(machine, node, i) for i in items))
            return Seq(kind, None, _fetched(machine, node, item), count)
        case Map(items, rest):
            kept = tuple((k, _fetched(machine, node, v)) for k, v in items)
            return Map(kept, _fetched(machine, node, rest) if rest is not None else None)
        case Record(owner, fields, pair):
            held = tuple((k, _fetched(machine, node, v)) for k, v in fields)
            return Record(owner, held, pair)
    return value


def _put(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    match args[:1]:
        case [Array() | Tree() as value]:
            return value
        case [Host(shape) as value]:
            if isinstance(node, ast.Call) and len(args) == 1 and not kwargs:
                trips.upload(machine, node, node.args[0], value, "jax.device_put")
            return machine.array(node, "transfer", "device_put", shape=shape)
    return machine.tree(node, "transfer", "device_put")


def _blocked(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    machine.waits(node, waited_for(args[0]) if args else None)
    _ask(machine, node, args, "block_until_ready")
    return args[0] if args else Unknown("what it is given is not known")


def _summed(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    """`psum(1, axis)` is the size of the axis, a number of Python."""
    if args and isinstance(args[0], Const):
        return SHAPE_NUMBER
    return _same(machine, node, args, kwargs)


def _tree_leaves(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    found = leaves(args[0]) if args else []
    if not found:
        return Unknown("what it is given is not known")
    return Seq("list", None, join_all(list(found)))


def _leaves_with_path(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    found = _tree_leaves(machine, node, args, kwargs)
    if not isinstance(found, Seq):
        return found
    return Seq("list", None, Seq("tuple", (Unknown("the path of a leaf"), found.item)))


def _replaced(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    """`dataclasses.replace(state, step=1)`."""
    if args and isinstance(args[0], Record):
        return with_fields(args[0], kwargs)
    return Unknown("what it is given is not known", holds=newest([*args, *kwargs.values()]))


def _read_clock(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    return machine.clock(node)


def _timed(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    """`timeit.timeit(f)`, which reads the clock before and after it calls `f` many times; a
    `timeit.Timer(f)` is there for nothing else."""
    measured = kwargs.get("stmt", args[0] if args else None)
    start = machine.clock(node)
    if isinstance(measured, CALLABLE):
        machine.call(node, measured, [], {})
    else:
        machine.may_wait(node)
    machine.span(machine.clock(node), start)
    return Host(())


def _managing(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    """`contextlib.contextmanager`: what it decorates makes context managers."""
    return Manager(args[0]) if args else Unknown("what it is given is not known")


def _with_default(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    factory = args[0] if args else None
    made = machine.call(node, factory, [], {}) if isinstance(factory, Class) else None
    return Map((), made or Unknown("what a missing key gives"))


def _going_over(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    """`tqdm(items)`: the items."""
    found = kwargs.get("iterable", args[0] if args else None)
    if isinstance(found, (Seq, Array, Host, Tree)):
        return found
    return Unknown("what it goes over is not known")


def _counting(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    return BUILTINS["range"](machine, node, args, {})


# Of JAX, and these may wait for all devices.
_MAY_WAIT = ("jax.effects_barrier", "jax.experimental.multihost_utils.", "jax.clear_backends")
_ROWS: dict[str, Row] = {
    "functools.partial": _partial,
    "functools.wraps": _wraps,
    "jax.tree_util.Partial": _partial,
    "jax.device_get": _got,
    "jax.device_put": _put,
    "jax.block_until_ready": _blocked,
    "jax.lax.psum": _summed,
    "jax.lax.stop_gradient": _stopped,
    "jax.lax.with_sharding_constraint": _same,
    "jax.lax.optimization_barrier": _same,
    "jax.ad_checkpoint.checkpoint_name": _same,
    "jax.tree.leaves": _tree_leaves,
    "jax.tree_util.tree_leaves": _tree_leaves,
    "jax.tree.leaves_with_path": _leaves_with_path,
    "jax.tree_util.tree_leaves_with_path": _leaves_with_path,
    # What but one process does is told as well as what all do: the first does it.
    "jax.process_index": lambda m, n, a, k: Const(0),
    "jax.host_id": lambda m, n, a, k: Const(0),
    "typing.cast": lambda m, n, a, k: a[1] if len(a) > 1 else Unknown("it is cast"),
    "dataclasses.replace": _replaced,
    "copy.copy": _same,
    "copy.deepcopy": _same,
    "contextlib.contextmanager": _managing,
    "collections.defaultdict": _with_default,
    **dict.fromkeys(CLOCKS, _read_clock),
    **dict.fromkeys(TIMERS, _timed),
    **{
        f"{module}.{name}": row
        for module in ("tqdm", "tqdm.auto", "tqdm.rich", "tqdm.notebook", "tqdm.std")
        for name, row in (("tqdm", _going_over), ("trange", _counting))
    },
}
