"""What a loop does with its counter: takes rows, computes with it, or needs its Python value."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python.liveness import read_names
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
    out = []
    for part in body:
        for node in ast.walk(part):
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
                out.append(_classify(facts, arrays, node, assigned))
    out.sort(key=lambda use: (use.node.lineno, use.node.col_offset))
    return out


def _classify(facts: Facts, arrays: Arrays, name: ast.Name, assigned: set[str]) -> IndexUse:
    parent = facts.module.parent
    node: ast.AST = name
    plain = True
    while True:
        around = parent[node]
        if isinstance(around, ast.BinOp):
            if isinstance(around.op, (ast.Pow, ast.LShift)) and around.right is node:
                return IndexUse(name, "static", why="a power of its counter grows past 32 bits")
            if isinstance(around.op, ast.Mod) and isinstance(around.left, ast.Constant):
                return IndexUse(name, "static", why="its counter is printed")
            plain = False
        elif isinstance(around, ast.UnaryOp) and not isinstance(around.op, ast.Not):
            plain = False
        elif isinstance(around, ast.Subscript) and around.slice is node:
            return _subscript(facts, arrays, name, around, [node], plain, assigned)
        elif isinstance(around, ast.Tuple) and isinstance(parent[around], ast.Subscript):
            subscript = parent[around]
            assert isinstance(subscript, ast.Subscript)
            if subscript.slice is around:
                return _subscript(
                    facts, arrays, name, subscript, around.elts, plain and node is name, assigned
                )
            return IndexUse(name, "static", why="its counter is put into a tuple")
        elif isinstance(around, ast.Slice):
            return IndexUse(name, "block", why="a slice moves along with its counter")
        elif isinstance(around, ast.Compare):
            return _compare(facts, name, around)
        elif isinstance(around, (ast.Call, ast.keyword)):
            return _argument(facts, name, node, around)
        elif isinstance(around, ast.IfExp) and around.test is not node:
            plain = False
        elif isinstance(around, (ast.FormattedValue, ast.JoinedStr)):
            return IndexUse(name, "static", why="its counter is put into a string")
        elif isinstance(around, (ast.If, ast.IfExp, ast.While, ast.BoolOp, ast.Assert)):
            return IndexUse(name, "static", why="a branch depends on its counter")
        elif isinstance(node, ast.BinOp):
            return IndexUse(name, "arithmetic")
        else:
            return IndexUse(name, "static", why="its counter is used as a Python value")
        node = around


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
        return IndexUse(name, "static", why=f"`{ast.unparse(base)}` is a Python container")
    if isinstance(facts.module.parent[subscript], ast.Call) and (
        facts.module.parent[subscript].func is subscript  # type: ignore[attr-defined]
    ):
        why = f"`{ast.unparse(base)}` holds a function for each iteration"
        return IndexUse(name, "static", why=why)
    proven = known is True
    rest = _rest(facts, items, name)
    invariant = _is_place(base) and not (read_names(base) & assigned)
    if not plain or rest is None or not invariant or not isinstance(subscript.ctx, ast.Load):
        return IndexUse(name, "gather", subscript, proven=proven)
    axis, text = rest
    return IndexUse(name, "row", subscript, axis, text, proven)


def _rest(
    facts: Facts, items: list[ast.expr] | list[ast.AST], name: ast.Name
) -> tuple[int, str] | None:
    """The axis that an index takes, and what remains to be indexed in the row."""
    position = next((k for k, item in enumerate(items) if item is name), None)
    if position is None:
        return None
    before, after = list(items[:position]), list(items[position + 1 :])
    if any(name.id in read_names(e) for e in (*before, *after)):
        return None
    ellipsis = [_is_ellipsis(e) for e in before]
    if any(isinstance(e, ast.Constant) and e.value is None for e in before):
        return None
    if any(ellipsis):
        # `x[..., i]`: the last axis, if nothing else stands around.
        return (-1, "") if len(before) == 1 and not after else None
    # An integer and an array index on two sides of a slice move the array's axes to the front.
    for side in (before[::-1], after):
        sliced = False
        for item in side:
            if isinstance(item, ast.Slice) or _is_ellipsis(item):
                sliced = True
            elif sliced and not _is_integer(facts, item):
                return None
    kept = [*before, *after]
    while kept and isinstance(kept[-1], ast.Slice) and _is_full(kept[-1]):
        kept.pop()
    if len(kept) == 1 and _is_ellipsis(kept[0]):
        kept = []
    text = ", ".join(facts.module.source(e) for e in kept)
    return position, f"[{text}]" if kept else ""


def _is_integer(facts: Facts, node: ast.AST, depth: int = 3) -> bool:
    """Whether an index is certainly a Python number: a constant, or the counter of a loop."""
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.IfExp) and depth:
        return all(_is_integer(facts, n, depth - 1) for n in (node.body, node.orelse))
    if not isinstance(node, ast.Name) or not depth:
        return False
    bindings = facts.names.binding(node)
    for binding in bindings:
        if isinstance(binding.node, ast.For) and binding.node.target is not None:
            counted = binding.node.iter
            if not (
                isinstance(counted, ast.Call) and facts.names.is_builtin(counted.func, "range")
            ):
                return False
        elif binding.value is None or not _is_integer(facts, binding.value, depth - 1):
            return False
    return bool(bindings)


def _compare(facts: Facts, name: ast.Name, compare: ast.Compare) -> IndexUse:
    if any(isinstance(op, (ast.In, ast.NotIn, ast.Is, ast.IsNot)) for op in compare.ops):
        return IndexUse(name, "static", why="its counter is looked up in a container")
    around = facts.module.parent[compare]
    while isinstance(around, (ast.BinOp, ast.UnaryOp)) and not (
        isinstance(around, ast.UnaryOp) and isinstance(around.op, ast.Not)
    ):
        around = facts.module.parent[around]
    if isinstance(around, ast.Call):
        dotted = facts.names.of(around.func) or ""
        if dotted in ("jax.numpy.where", "jax.lax.select", "jax.lax.cond"):
            return IndexUse(name, "compare")
        return IndexUse(name, "argument", why="a function is given a comparison of its counter")
    return IndexUse(name, "static", why="a branch depends on its counter")


def _argument(facts: Facts, name: ast.Name, node: ast.AST, around: ast.AST) -> IndexUse:
    keyword = isinstance(around, ast.keyword)
    call = facts.module.parent[around] if keyword else around
    assert isinstance(call, ast.Call)
    if call.func is node:
        return IndexUse(name, "static", why="its counter is called")
    dotted = facts.names.of(call.func) or ""
    position = next((k for k, a in enumerate(call.args) if a is node), -1)
    if dotted == "jax.random.fold_in" and position == 1:
        return IndexUse(name, "key")
    if dotted in _INDEXING and (position == 1 or keyword):
        proven = bool(call.args) and position == 1
        return IndexUse(name, "gather", proven=proven)
    if isinstance(call.func, ast.Attribute) and call.func.attr in ("set", "add", "multiply"):
        target = call.func.value
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Attribute):
            return IndexUse(name, "arithmetic")
    if dotted in _ELEMENTWISE and not keyword:
        return IndexUse(name, "arithmetic")
    what = ast.unparse(call.func)
    if len(what) > 40:
        what = "a function"
    else:
        what = f"`{what}`"
    return IndexUse(name, "argument", why=f"its counter is given to {what}")


def _is_place(node: ast.expr) -> bool:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, (ast.Constant, ast.Name)):
            return False
        node = node.value
    return isinstance(node, ast.Name)


def _is_ellipsis(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def _is_full(node: ast.Slice) -> bool:
    return node.lower is None and node.upper is None and node.step is None


_INDEXING = {"jax.numpy.take", "jax.lax.dynamic_index_in_dim", "jax.lax.dynamic_slice_in_dim",
             "jax.lax.dynamic_slice", "jax.numpy.take_along_axis"}  # fmt: skip
_ELEMENTWISE = {
    f"jax.numpy.{name}"
    for name in ("sin", "cos", "tan", "tanh", "exp", "log", "sqrt", "power", "where", "float32",
                 "asarray", "array", "minimum", "maximum", "clip", "mod", "abs", "square", "equal",
                 "less", "greater", "not_equal", "multiply", "add", "subtract", "divide",
                 "full_like", "int32")
}  # fmt: skip
