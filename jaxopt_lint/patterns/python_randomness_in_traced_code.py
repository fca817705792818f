"""Calls that ask the world for a value: another one each time, which traced code gets once."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.transforms import TURNING
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.recurrence import looped_call
from jaxopt_lint.semantics.python import FUNCTIONS, FunctionNode, root_of, text_of
from jaxopt_lint.semantics.subjects.purity.escapes import boundary, outlives, traced_alone


@dataclass(frozen=True, slots=True)
class HostInput:
    """One place that asks for such a value.

    Attributes:
        node: the call, or the read of `os.environ`.
        what: "random", "clock", "identifier", "environment", "keyboard", or "item" of an iterator
            that the steps of a loop share, or "batch" of one that calls share.
        name: how the file spells it.
    """

    node: ast.expr
    what: str
    name: str


_CLOCKS = frozenset(
    {"time.time", "time.time_ns", "time.perf_counter", "time.perf_counter_ns", "time.monotonic",
     "time.monotonic_ns", "time.process_time", "time.process_time_ns", "time.thread_time",
     "time.thread_time_ns", "time.localtime", "time.gmtime", "time.ctime", "time.asctime",
     "time.strftime", "timeit.default_timer", "datetime.datetime.now", "datetime.datetime.utcnow",
     "datetime.datetime.today", "datetime.date.today"}
)  # fmt: skip
_WHAT = {
    "os.environ.get": "environment",
    "os.getenv": "environment",
    "os.urandom": "random",
    "uuid.uuid1": "identifier",
    "uuid.uuid4": "identifier",
    **dict.fromkeys(_CLOCKS, "clock"),
}
_RANDOM_MODULES = ("random.", "numpy.random.", "secrets.")
# What makes a generator, or sets the seed, draws nothing by itself.
_GENERATORS = frozenset(
    {"random.Random", "numpy.random.RandomState", "numpy.random.default_rng",
     "numpy.random.SeedSequence", "numpy.random.PCG64", "numpy.random.Philox",
     "numpy.random.MT19937", "numpy.random.SFC64"}
)  # fmt: skip
_NO_DRAW = frozenset(
    {"random.seed", "numpy.random.seed", "random.getstate", "random.setstate",
     "numpy.random.get_state", "numpy.random.set_state", "numpy.random.Generator",
     "numpy.random.BitGenerator", "numpy.random.mtrand", "random.SystemRandom"}
)  # fmt: skip
_SEEDS = frozenset({"random.seed", "numpy.random.seed"})


def host_input(facts: Facts, node: ast.Call | ast.Subscript) -> HostInput | None:
    """What a call, or a subscript of `os.environ`, asks for; None for all others."""
    names = facts.names
    if _kept(facts, node):
        return None
    if isinstance(node, ast.Subscript):
        if isinstance(node.ctx, ast.Load) and names.of(node.value) == "os.environ":
            return HostInput(node, "environment", facts.module.source(node.value))
        return None
    if names.is_builtin(node.func, "input"):
        return HostInput(node, "keyboard", "input")
    if names.is_builtin(node.func, "next"):
        once = _drawn_once(facts, node)
        return HostInput(node, once, facts.module.source(node)) if once else None
    dotted = names.of(node.func)
    if dotted is None:
        return None
    what = _WHAT.get(dotted)
    if what is None:
        if not dotted.startswith(_RANDOM_MODULES) or dotted in _NO_DRAW:
            return None
        if dotted in _GENERATORS and (node.args or node.keywords):
            return None  # seeded: the same numbers each time, on purpose
        if not _imported(facts, node.func) or _seeded(facts, facts.module.function(node)):
            return None
        if _names_something(facts, node) or _drawn_by_jax_else(facts, node):
            return None
        what = "random"
    return HostInput(node, what, facts.module.source(node.func))


def _drawn_once(facts: Facts, call: ast.Call) -> str:
    """What `next` takes from an iterator that was there before the trace; "" where the code is not
    run again, or what comes is only a number that nothing else has."""
    root = root_of(call.args[0]) if call.args else None
    if not isinstance(root, ast.Name) or outlives(facts, root) is None:
        return ""
    inner = boundary(facts, root)
    wrap = traced_alone(facts, inner) if inner is not None else None
    if inner is None or wrap is None or isinstance(facts.module.parent[call], ast.Expr):
        return ""
    if tracing(facts).staged(facts.module.function(inner)) is not None:
        return ""  # an iterator of the trace around it: weights, which all steps share
    made = facts.names.value(call.args[0])
    if made is not None and facts.names.call(made) == "itertools.count":
        return ""  # a name for what is traced
    # The step of a loop may be compiled by itself besides, or stand in what is compiled.
    own = facts.module.function(call)
    if _is_turn(facts, inner) or (own is not None and _is_turn(facts, own)):
        return "item"
    if wrap.transform.kind not in ("jit", "pmap"):
        return ""
    again = looped_call(facts, inner) is not None or len(calls(facts).callers(inner)) > 1
    return "batch" if again else ""


def _is_turn(facts: Facts, function: FunctionNode) -> bool:
    """Whether a loop of JAX runs a function for each of its turns, however else it is traced."""
    return any(
        wrap.transform.kind in _LOOPS and not wrap.transform.host
        for wrap in tracing(facts).of(function)
    )


_LOOPS = TURNING | {"associative_scan"}


def environment_reads(facts: Facts) -> list[HostInput]:
    """Every place of a file that reads an environment variable, in order."""
    found = (host_input(facts, node) for node in facts.module.all(ast.Call, ast.Subscript))
    reads = [read for read in found if read is not None and read.what == "environment"]
    return sorted(reads, key=lambda read: (read.node.lineno, read.node.col_offset))


def variable(node: ast.expr) -> str:
    """The environment variable that a call or a subscript reads, as the file spells it."""
    if isinstance(node, ast.Subscript):
        key: ast.expr = node.slice
    else:
        assert isinstance(node, ast.Call)
        key = node.args[0] if node.args else node
    literal = text_of(key)
    return ast.unparse(key) if literal is None else literal


def _kept(facts: Facts, node: ast.AST) -> bool:
    """Whether the function keeps its first answer (`functools.cache`): once is what it wants."""
    decorators = getattr(facts.module.function(node), "decorator_list", ())
    made = (d.func if isinstance(d, ast.Call) else d for d in decorators)
    return any(facts.names.of(func) in _CACHES for func in made)


_CACHES = frozenset({"functools.cache", "functools.lru_cache"})


def _imported(facts: Facts, func: ast.expr) -> bool:
    """Whether the name comes from an import (a class `random` of the file is something else)."""
    func = root_of(func)
    return isinstance(func, ast.Name) and any(b.kind == "import" for b in facts.names.binding(func))


def _names_something(facts: Facts, call: ast.Call) -> bool:
    """Whether a number that is drawn becomes part of a text, and nothing is computed of it: one
    that stays the same is what a name, as of a callback, is to do."""
    module = facts.module
    stored = module.stored_by(call)
    places: list[ast.AST] = [call]
    if isinstance(stored, ast.Assign) and stored.value is call:
        names = [t for t in stored.targets if isinstance(t, ast.Name)]
        holder = module.holder(names[0]) if len(names) == len(stored.targets) else None
        if holder is None:
            return False
        places = [n for name in names for n in module.reads(holder, name.id)]
    kinds = {_taken_as(facts, place) for place in places}
    return "text" in kinds and None not in kinds


def _taken_as(facts: Facts, place: ast.AST) -> str | None:
    """What a number is taken for: a "text" that is kept, "told" to somebody, a "result"; None for
    anything else."""
    around = facts.module.parent[place]
    match around:
        case ast.FormattedValue():
            printed = isinstance(facts.module.statement(around), ast.Expr)
            return "told" if printed else "text"
        case ast.Call(func) if facts.names.is_builtin(func, "str", "hex", "repr", "format"):
            return "text"
        case ast.Return():
            return "result"
    return None


def _drawn_by_jax_else(facts: Facts, call: ast.Call) -> bool:
    """Whether a parameter decides that NumPy draws, where JAX draws else: who traces the function
    asks for the other one."""
    for current, around in facts.module.way_out(call):
        if isinstance(around, FUNCTIONS):
            return False
        if isinstance(around, ast.If) and _is_parameter(facts, around.test):
            other = around.orelse if current in around.body else around.body
            drawn = facts.module.inside(ast.Call, *other)
            if any((facts.names.call(one) or "").startswith("jax.random.") for one in drawn):
                return True
    return False


def _is_parameter(facts: Facts, test: ast.expr) -> bool:
    """Whether a test asks for a parameter, or whether it does not hold."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test = test.operand
    bound = facts.names.binding(test) if isinstance(test, ast.Name) else []
    return bool(bound) and all(b.kind == "param" for b in bound)


@fact
def _seeded(facts: Facts, function: FunctionNode | None) -> bool:
    """Whether a function sets the seed itself: its draws are constants on purpose."""
    return function is not None and any(
        facts.names.call(inner) in _SEEDS for inner in facts.module.inside(ast.Call, function)
    )
