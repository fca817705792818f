"""How a loop cuts an array into batches, and whether the last one is as long as the others."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.python import COMPREHENSIONS, is_name


@dataclass(frozen=True, slots=True)
class Cut:
    """One way of cutting batches that may leave a rest.

    Attributes:
        size: the length of a batch.
        total: what is cut, in numbers; None where the number of batches is rounded up instead.
        counter: the call of `range`.
        certain: there is a rest: the numbers are known, or the count is rounded up.
    """

    size: ast.expr
    total: ast.expr | None
    counter: ast.Call
    certain: bool


def cut_of(facts: Facts, node: ast.Subscript, loop: ast.AST) -> Cut | None:
    """How a slice in a loop is cut, where the last one may be shorter; None for all others."""
    part = next(iter(node.slice.elts), None) if isinstance(node.slice, ast.Tuple) else node.slice
    if not isinstance(part, ast.Slice) or part.lower is None or part.upper is None or part.step:
        return None
    counter = _counter(facts, loop)
    if counter is None:
        return None
    index, call = counter
    lower, upper = _meant(facts, part.lower), _meant(facts, part.upper)
    if isinstance(upper, ast.Call) and facts.names.is_builtin(upper.func, "min"):
        upper = next((a for a in upper.args if isinstance(a, ast.BinOp)), upper)
    if len(call.args) == 3:
        return _stepped(facts, node, index, call, lower, upper)
    return _counted(facts, node, index, call, lower, upper)


def _stepped(
    facts: Facts, node: ast.AST, index: str, call: ast.Call, lower: ast.expr, upper: ast.expr
) -> Cut | None:
    """`x[i : i + size]` over `range(0, n, size)`."""
    start, total, size = call.args
    if not (isinstance(lower, ast.Name) and lower.id == index and _is_zero(start)):
        return None
    if not isinstance(upper, ast.BinOp) or not isinstance(upper.op, ast.Add):
        return None
    sides = [ast.unparse(upper.left), ast.unparse(upper.right)]
    if ast.unparse(lower) not in sides or ast.unparse(size) not in sides:
        return None
    if isinstance(size, ast.UnaryOp) or _divides(facts, node, total, size):
        return None
    rows, each = _number(facts, total), _number(facts, size)
    certain = rows is not None and bool(each)
    if each == 1 or (rows is not None and each and not rows % each):
        return None
    return Cut(size, total, call, certain)


def _counted(
    facts: Facts, node: ast.AST, index: str, call: ast.Call, lower: ast.expr, upper: ast.expr
) -> Cut | None:
    """`x[i * size : (i + 1) * size]` over a number of batches that is rounded up."""
    if not isinstance(lower, ast.BinOp) or not isinstance(lower.op, ast.Mult):
        return None
    sides = [lower.left, lower.right]
    others = [s for s in sides if not (isinstance(s, ast.Name) and s.id == index)]
    if len(others) != 1 or len(call.args) != 1 or not isinstance(upper, ast.BinOp):
        return None
    size = others[0]
    if isinstance(upper.op, ast.Mult):
        ends = {ast.unparse(upper.left), ast.unparse(upper.right)}
        if not ends & {f"{index} + 1", f"1 + {index}"} or ast.unparse(size) not in ends:
            return None
    elif not (isinstance(upper.op, ast.Add) and ast.unparse(upper.right) == ast.unparse(size)):
        return None
    if not _rounds_up(facts, _meant(facts, call.args[0]), size) or _checks(facts, node, size):
        return None
    return Cut(size, None, call, True)


# -- what numbers are ----------------------------------------------------------------------


def _divides(facts: Facts, node: ast.AST, total: ast.expr, size: ast.expr) -> bool:
    """Whether a total is seen to be a multiple of a size, or is looked after."""
    if _checks(facts, node, size):
        return True
    value = _meant(facts, total)
    if _is_power(facts, value):
        return True  # few totals there are, and sizes that are powers divide them
    if isinstance(value, ast.BinOp):
        if isinstance(value.op, ast.Mult):
            return True  # `n // size * size`, `size * count`
        if isinstance(value.op, (ast.Sub, ast.Add)):
            # `n - size + 1` starts no batch that is not whole.
            inner = [n for n in ast.walk(value) if isinstance(n, (ast.Name, ast.Attribute))]
            return any(ast.unparse(n) == ast.unparse(size) for n in inner)
    return False


def _is_power(facts: Facts, value: ast.expr, depth: int = 3) -> bool:
    """Whether a number is rounded to a power of two: `2 ** k`, `1 << k`, what doubles in a loop."""
    match value:
        case ast.BinOp(left=ast.Constant(value=2), op=ast.Pow()):
            return True
        case ast.BinOp(left=ast.Constant(value=1), op=ast.LShift()):
            return True
        case ast.Call(func=func, args=[*given]) if depth:
            if facts.names.is_builtin(func, "int", "max", "min"):
                return any(_is_power(facts, _meant(facts, one), depth - 1) for one in given)
            made = calls(facts).function(value)
            returned = facts.module.returns(made) if isinstance(made, ast.FunctionDef) else []
            return any(
                _doubles(facts, r.value) or _is_power(facts, _meant(facts, r.value), depth - 1)
                for r in returned
                if r.value is not None
            )
    return False


def _doubles(facts: Facts, value: ast.expr) -> bool:
    """Whether something that is returned was doubled over and over."""
    function = facts.module.function(value)
    if not isinstance(value, ast.Name) or function is None:
        return False
    return any(
        isinstance(step.op, (ast.Mult, ast.LShift)) and is_name(step.target, value.id)
        for turn in facts.module.inside(ast.While, function)
        for step in facts.module.inside(ast.AugAssign, turn)
    )


def _checks(facts: Facts, node: ast.AST, size: ast.expr) -> bool:
    """Whether the function around a node asks what remains, or how many whole batches there are."""
    function = facts.module.function(node) or facts.module.tree
    wanted = ast.unparse(size)
    for part in ast.walk(function):
        if isinstance(part, ast.BinOp) and isinstance(part.op, (ast.Mod, ast.FloorDiv)):
            if ast.unparse(part.right) == wanted and not _rounds_up(facts, part, size):
                return True
        if isinstance(part, ast.Call) and facts.names.is_builtin(part.func, "divmod"):
            return True
    return False


def _rounds_up(facts: Facts, node: ast.AST, size: ast.expr) -> bool:
    """`ceil(n / size)`, `(n + size - 1) // size`, `-(-n // size)`, `n // size + 1`."""
    if isinstance(node, ast.Call):
        name = facts.names.of(node.func) or ""
        if name in ("math.ceil", "numpy.ceil"):
            inner = _meant(facts, node.args[0]) if node.args else node
            if not isinstance(inner, ast.BinOp) or not isinstance(inner.op, ast.Div):
                return False
            return ast.unparse(inner.right) == ast.unparse(size)
        if facts.names.is_builtin(node.func, "int") and len(node.args) == 1:
            return _rounds_up(facts, _meant(facts, node.args[0]), size)
        return False
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return isinstance(node.operand, ast.BinOp) and isinstance(node.operand.op, ast.FloorDiv)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
        if isinstance(node.left, ast.UnaryOp) and isinstance(node.left.op, ast.USub):
            return True
        text = ast.unparse(node.left)
        return text.endswith("- 1") and ast.unparse(size) in text
    return False


def _number(facts: Facts, node: ast.expr) -> int | None:
    """An integer that can be read off: a literal, a constant, the length of an array made here."""
    node = _meant(facts, node)
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    measured = facts.names.measured(node)
    if measured is not None:
        return _rows(facts, _meant(facts, measured))
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute):
        if node.value.attr == "shape" and _is_zero(node.slice):
            return _rows(facts, _meant(facts, node.value.value))
    return None


def _rows(facts: Facts, node: ast.expr) -> int | None:
    name = facts.names.call(node) or ""
    if not isinstance(node, ast.Call) or not name.startswith(("jax.", "numpy.")):
        return None
    last = name.rpartition(".")[2]
    if last == "arange" and len(node.args) == 1:
        return _number(facts, node.args[0])
    place = 1 if name.startswith("jax.random.") else 0
    if last in ("zeros", "ones", "normal", "uniform", "bernoulli") and len(node.args) > place:
        shape = _meant(facts, node.args[place])
        if isinstance(shape, ast.Tuple) and shape.elts:
            return _number(facts, shape.elts[0])
    return None


def _meant(facts: Facts, node: ast.expr) -> ast.expr:
    """What a name that is bound once stands for."""
    for _ in range(4):
        node = facts.names.behind(node) or node
    return node


def _counter(facts: Facts, loop: ast.AST) -> tuple[str, ast.Call] | None:
    """The counter of a loop over a `range`, and the call of it."""
    head = loop.generators[0] if isinstance(loop, COMPREHENSIONS) else loop
    target, iterated = getattr(head, "target", None), getattr(head, "iter", None)
    if isinstance(iterated, ast.Call) and facts.names.is_builtin(iterated.func, "enumerate"):
        if isinstance(target, ast.Tuple) and iterated.args:
            target, iterated = target.elts[-1], iterated.args[0]
    if isinstance(iterated, ast.Call) and len(iterated.args) == 1:
        if (facts.names.of(iterated.func) or "").startswith("tqdm."):
            iterated = iterated.args[0]
    if not isinstance(target, ast.Name) or not isinstance(iterated, ast.Call):
        return None
    return (target.id, iterated) if facts.names.is_builtin(iterated.func, "range") else None


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0
