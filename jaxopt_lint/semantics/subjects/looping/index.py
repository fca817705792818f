"""What a loop does with its counter: takes rows, computes with it, or needs its Python value."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from itertools import dropwhile

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.python import arguments, is_name, read_names, unpacks
from jaxopt_lint.semantics.python.walking import walk
from jaxopt_lint.semantics.subjects.looping.arrays import Arrays


@dataclass(frozen=True, slots=True, eq=False)
class IndexUse:
    """One place that reads the counter.

    Attributes:
        node: the name.
        kind: "row" (`x[i]`, `x[:, i]` of an array from outside), "gather" (an index of an array
            in another way), "place" (within `.at[...]`), "key" (`fold_in(key, i)`), "compare",
            "arithmetic", "block" (a slice bound), "argument" (given to a function) or "static".
        subscript: for rows and places, the indexing expression.
        axis: for rows, the axis that is taken; negative counts from the last.
        rest: for rows, the text of what is left of the index, with its brackets.
        proven: whether the indexed value is known to be an array.
        why: for "static", "argument" and "block": what needs the Python value.
    """

    node: ast.Name
    kind: str
    subscript: ast.Subscript | None = None
    axis: int = 0
    rest: str = ""
    proven: bool = False
    why: str = ""


def index_uses(
    facts: Facts, arrays: Arrays, body: list[ast.AST], name: str, assigned: set[str]
) -> list[IndexUse]:
    """Every use of a counter in a loop's body."""
    found = (n for part in body for n in walk(part) if is_name(n, name))
    reads = (n for n in found if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
    out = [_classify(facts, arrays, node, assigned) for node in reads]
    return sorted(out, key=lambda use: (use.node.lineno, use.node.col_offset))


def _classify(facts: Facts, arrays: Arrays, name: ast.Name, assigned: set[str]) -> IndexUse:
    parent = facts.module.parent
    node: ast.AST = name
    plain = True
    while True:
        around = parent[node]
        match around:
            case ast.BinOp(_, ast.Pow() | ast.LShift(), right) if right is node:
                return _static(name, "a power of its counter grows past 32 bits")
            case ast.BinOp(ast.Constant(), ast.Mod()):
                return _static(name, "its counter is printed")
            case ast.BinOp() | ast.UnaryOp(ast.USub() | ast.UAdd() | ast.Invert()):
                plain = False
            case ast.Subscript(_, index) if index is node:
                return _subscript(facts, arrays, name, around, [node], plain, assigned)
            case ast.Tuple(items) if isinstance(subscript := parent[around], ast.Subscript):
                if subscript.slice is not around:
                    return _static(name, "its counter is put into a tuple")
                plain = plain and node is name
                return _subscript(facts, arrays, name, subscript, items, plain, assigned)
            case ast.Slice():
                return IndexUse(name, "block", why="a slice moves along with its counter")
            case ast.Compare():
                return _compare(facts, name, around)
            case ast.Call() | ast.keyword():
                return _argument(facts, name, node, around)
            case ast.IfExp(test) if test is not node:
                plain = False
            case ast.FormattedValue() | ast.JoinedStr():
                return _static(name, "its counter is put into a string")
            case ast.If() | ast.IfExp() | ast.While() | ast.BoolOp() | ast.Assert():
                return _static(name, "a branch depends on its counter")
            case _ if isinstance(node, ast.BinOp):
                return IndexUse(name, "arithmetic")
            case _:
                return _static(name, "its counter is used as a Python value")
        node = around


def _static(name: ast.Name, why: str) -> IndexUse:
    return IndexUse(name, "static", why=why)


def _subscript(
    facts: Facts,
    arrays: Arrays,
    name: ast.Name,
    subscript: ast.Subscript,
    items: list[ast.expr] | list[ast.AST],
    plain: bool,
    assigned: set[str],
) -> IndexUse:
    base = subscript.value
    if isinstance(base, ast.Attribute) and base.attr == "at":
        return IndexUse(name, "place", subscript)
    if facts.names.of(base) == "jax.ops.index":
        return IndexUse(name, "gather", subscript)
    known = arrays.is_array(base)
    if known is False:
        return _static(name, f"`{ast.unparse(base)}` is a Python container")
    match facts.module.parent[subscript]:
        case ast.Call(func) if func is subscript:
            return _static(name, f"`{ast.unparse(base)}` holds a function for each iteration")
    chosen = _chosen_from(facts, arrays, subscript)
    if chosen is not None:
        return _static(name, f"`{ast.unparse(chosen)}`, a Python container, is indexed with a row")
    proven = known is True
    rest = _rest(facts, items, name)
    invariant = _is_place(base) and not (read_names(base) & assigned)
    if not plain or rest is None or not invariant or not isinstance(subscript.ctx, ast.Load):
        return IndexUse(name, "gather", subscript, proven=proven)
    axis, text = rest
    return IndexUse(name, "row", subscript, axis, text, proven)


def _chosen_from(facts: Facts, arrays: Arrays, row: ast.Subscript) -> ast.expr | None:
    """The Python container that a row is an index of: `heads[kinds[i] + 1]`."""
    node: ast.expr = row
    around = facts.module.parent[node]
    while isinstance(around, (ast.BinOp, ast.UnaryOp)):
        node, around = around, facts.module.parent[around]
    if isinstance(around, ast.Subscript) and around.slice is node:
        return around.value if arrays.is_array(around.value) is False else None
    return None


def _rest(
    facts: Facts, items: list[ast.expr] | list[ast.AST], name: ast.Name
) -> tuple[int, str] | None:
    """The axis that an index takes, and what remains to be indexed in the row."""
    position = next((k for k, item in enumerate(items) if item is name), None)
    if position is None:
        return None
    before, after = list(items[:position]), list(items[position + 1 :])
    kept = [*before, *after]
    if any(name.id in read_names(e) for e in kept):
        return None
    if any(isinstance(e, ast.Constant) and e.value is None for e in before):
        return None
    if any(map(_is_ellipsis, before)):
        # `x[..., i]`: the last axis, if nothing else stands around.
        return (-1, "") if len(kept) == 1 and not after else None
    # An integer and an array index on two sides of a slice move the array's axes to the front.
    for side in (before[::-1], after):
        sliced = dropwhile(lambda e: not (isinstance(e, ast.Slice) or _is_ellipsis(e)), side)
        spread = (e for e in sliced if not (isinstance(e, ast.Slice) or _is_ellipsis(e)))
        if not all(_is_integer(facts, e) for e in spread):
            return None
    while kept and isinstance(kept[-1], ast.Slice) and ast.unparse(kept[-1]) == ":":
        kept.pop()
    if len(kept) == 1 and _is_ellipsis(kept[0]):
        kept = []
    text = ", ".join(facts.module.source(e) for e in kept)
    return position, f"[{text}]" if kept else ""


def _is_integer(facts: Facts, node: ast.AST, depth: int = 3) -> bool:
    """Whether an index is certainly a Python number: a constant, or the counter of a loop."""
    if not depth:
        return isinstance(node, ast.Constant)
    match node:
        case ast.Constant():
            return True
        case ast.IfExp(_, body, orelse):
            return all(_is_integer(facts, n, depth - 1) for n in (body, orelse))
        case ast.Name():
            bindings = facts.names.binding(node)
            return bool(bindings) and all(
                facts.names.is_builtin(getattr(b.node.iter, "func", node), "range")
                if isinstance(b.node, ast.For)
                else b.value is not None and _is_integer(facts, b.value, depth - 1)
                for b in bindings
            )
    return False


def _compare(facts: Facts, name: ast.Name, compare: ast.Compare) -> IndexUse:
    if any(isinstance(op, (ast.In, ast.NotIn, ast.Is, ast.IsNot)) for op in compare.ops):
        return _static(name, "its counter is looked up in a container")
    around = facts.module.parent[compare]
    while isinstance(around, (ast.BinOp, ast.UnaryOp)):
        if isinstance(around, ast.UnaryOp) and isinstance(around.op, ast.Not):
            break
        around = facts.module.parent[around]
    if not isinstance(around, ast.Call):
        return _static(name, "a branch depends on its counter")
    if facts.names.of(around.func) in ("jax.numpy.where", "jax.lax.select", "jax.lax.cond"):
        return IndexUse(name, "compare")
    return IndexUse(name, "argument", why="a function is given a comparison of its counter")


def _argument(facts: Facts, name: ast.Name, node: ast.AST, around: ast.AST) -> IndexUse:
    keyword = isinstance(around, ast.keyword)
    call = facts.module.parent[around] if keyword else around
    assert isinstance(call, ast.Call)
    if call.func is node:
        return _static(name, "its counter is called")
    dotted = facts.names.of(call.func) or ""
    position = next((k for k, a in enumerate(call.args) if a is node), -1)
    if dotted == "jax.random.fold_in" and position == 1:
        return IndexUse(name, "key")
    if dotted in _INDEXING and (position == 1 or keyword):
        proven = bool(call.args) and position == 1
        return IndexUse(name, "gather", proven=proven)
    match call.func:
        case ast.Attribute(ast.Subscript(ast.Attribute()), "set" | "add" | "multiply"):
            return IndexUse(name, "arithmetic")
    if dotted in _ELEMENTWISE and not keyword:
        return IndexUse(name, "arithmetic")
    if _is_traced_there(facts, call, node):
        return IndexUse(name, "arithmetic")
    what = ast.unparse(call.func)
    what = f"`{what}`" if len(what) <= 40 else "a function"
    return IndexUse(name, "argument", why=f"its counter is given to {what}")


def _is_traced_there(facts: Facts, call: ast.Call, given: ast.AST) -> bool:
    """Whether a compiled function of this file traces what it is given: it needs no number of
    Python."""
    wrap = tracing(facts).jitted(call.func)
    if wrap is None or wrap.function is None or wrap.name != "jax.jit" or unpacks(call):
        return False
    static, known = tracing(facts).static(wrap)
    taken = [name for name, value in arguments(call, wrap.function, wrap.bound) if value is given]
    return known and bool(taken) and not static & {*taken}


def _is_place(node: ast.expr) -> bool:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, (ast.Constant, ast.Name)):
            return False
        node = node.value
    return isinstance(node, ast.Name)


def _is_ellipsis(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


_INDEXING = {"jax.numpy.take", "jax.lax.dynamic_index_in_dim", "jax.lax.dynamic_slice_in_dim",
             "jax.lax.dynamic_slice", "jax.numpy.take_along_axis"}  # fmt: skip
_ELEMENTWISE = frozenset(
    {"jax.numpy.sin", "jax.numpy.cos", "jax.numpy.tan", "jax.numpy.tanh", "jax.numpy.exp",
     "jax.numpy.log", "jax.numpy.sqrt", "jax.numpy.power", "jax.numpy.where",
     "jax.numpy.float32", "jax.numpy.asarray", "jax.numpy.array", "jax.numpy.minimum",
     "jax.numpy.maximum", "jax.numpy.clip", "jax.numpy.mod", "jax.numpy.abs", "jax.numpy.square",
     "jax.numpy.equal", "jax.numpy.less", "jax.numpy.greater", "jax.numpy.not_equal",
     "jax.numpy.multiply", "jax.numpy.add", "jax.numpy.subtract", "jax.numpy.divide",
     "jax.numpy.full_like", "jax.numpy.int32"}
)  # fmt: skip
