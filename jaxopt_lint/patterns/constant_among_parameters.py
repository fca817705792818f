"""Tables of fixed numbers that a module keeps where its parameters are, so that they are trained.

A window, or the sines and cosines of positions, follow from sizes alone. Where they are a leaf that
gradients are taken of, the optimizer moves them, and decays them, like any weight.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.guarded_late import made_of
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import FUNCTIONS, annotated_fields

_DEPTH = 3
# What makes numbers that are no start for a weight: they depend on the place alone.
_TABLES = frozenset(
    {"sin", "cos", "hanning", "hamming", "blackman", "bartlett", "kaiser", "sinc", "linspace",
     "logspace", "geomspace", "fftfreq", "rfftfreq"}
)  # fmt: skip
# What leaves whole numbers, or truths, which no gradient is taken of.
_WHOLE = frozenset({"round", "floor", "argsort", "searchsorted", "digitize"})
_COUNTS = ("jax.numpy.arange", "numpy.arange")
_POWERS = ("jax.numpy.exp", "jax.numpy.exp2", "jax.numpy.power", "numpy.exp", "numpy.power")
_ARRAYS = ("jax.numpy.", "jax.scipy.")
_HOST = ("numpy.", "scipy.", "math.")
_CUT = "jax.lax.stop_gradient"


@dataclass(frozen=True, slots=True)
class Constant:
    """A table among the parameters of a module.

    Attributes:
        node: where it is put there.
        name: what it is kept as, as it is written.
        owner: the name of the class.
        framework: of which framework the class is a module.
        maker: the call that shows that it is a table.
    """

    node: ast.expr
    name: str
    owner: str
    framework: str
    maker: ast.Call


def constants_among_parameters(facts: Facts) -> Iterator[Constant]:
    """The first table of each class that is trained, where a program of the project takes
    gradients."""
    if not facts.project.takes_gradients:
        return
    for owner in facts.module.all(ast.ClassDef):
        framework = framework_of(facts, owner)
        if framework not in _FORMS:
            continue
        stores = facts.module.inside(ast.Assign, owner)
        found = (_stored(facts, owner, framework, store) for store in stores)
        # The sines and the cosines of one class are one mistake.
        first = next((one for one in found if one is not None), None)
        if first is None:
            continue
        if framework == "equinox" and not _learns(facts, owner):
            facts.doubt(
                first.node,
                "{} is no layer and has none: it may hold what is never trained",
                owner.name,
            )
            continue
        yield first


_FORMS = ("linen", "nnx", "equinox")


def _learns(facts: Facts, owner: ast.ClassDef) -> bool:
    """Whether a class is called like a layer, makes layers or draws weights. All of Equinox's
    objects are modules, grids and settings among them, which are no part of a network."""
    if any(isinstance(part, FUNCTIONS) and part.name == "__call__" for part in owner.body):
        return True
    made = (facts.names.call(call) or "" for call in facts.module.inside(ast.Call, owner))
    return any(name.startswith(("equinox.nn.", "jax.random.")) for name in made)


def _stored(
    facts: Facts, owner: ast.ClassDef, framework: str, statement: ast.Assign
) -> Constant | None:
    target, value = statement.targets[0], statement.value
    if framework == "linen":
        table = _variable(facts, value)
    elif framework == "nnx":
        is_param = facts.names.call(value) == "flax.nnx.Param"
        table = value.args[0] if is_param and isinstance(value, ast.Call) and value.args else None
    else:
        table = value if _is_field(facts, owner, target) else None
    waves = _has_waves(facts, owner)
    maker = _table(facts, table, waves) if table is not None else None
    if maker is None:
        return None
    if isinstance(target, ast.Attribute) and _is_stopped(facts, owner, target.attr):
        return facts.doubt(statement, "gradients are stopped where {} is read", target)
    name = facts.module.source(target)
    return Constant(value, name, owner.name, framework, maker)


def _variable(facts: Facts, value: ast.expr) -> ast.expr | None:
    """What `self.variable("params", name, make)` keeps, where nothing random goes into it."""
    match value:
        case ast.Call(ast.Attribute(root, "variable"), [ast.Constant("params"), _, make], []):
            if not facts.module.is_self(root):
                return None
            if isinstance(make, ast.Lambda):
                return make.body
            function = calls(facts).callee(make)
            body = function.node if function is not None and not function.wraps else None
            results = facts.module.results(body) if isinstance(body, FUNCTIONS) else []
            return results[0] if len(results) == 1 else None
    return None


def _is_field(facts: Facts, owner: ast.ClassDef, target: ast.expr) -> bool:
    """Whether a target is a field of an Equinox module that is a leaf."""
    if not isinstance(target, ast.Attribute) or not facts.module.is_self(target.value):
        return False
    field = annotated_fields(owner).get(target.attr)
    return field is not None and field.value is None


def _is_stopped(facts: Facts, owner: ast.ClassDef, name: str) -> bool:
    """Whether gradients are stopped somewhere where a class reads one of its attributes."""
    return any(
        facts.names.call(call) == _CUT
        and any(a.attr == name for a in facts.module.inside(ast.Attribute, call))
        for call in facts.module.inside(ast.Call, owner)
    )


def _has_waves(facts: Facts, owner: ast.ClassDef) -> bool:
    """Whether a class takes both sines and cosines, as one does of positions times frequencies."""
    taken = {facts.names.call(call) for call in facts.module.inside(ast.Call, owner)}
    return {"jax.numpy.sin", "jax.numpy.cos"} <= taken


def _table(facts: Facts, node: ast.expr, waves: bool) -> ast.Call | None:
    """The call that makes a table, if a value follows from sizes alone and is made of one. Powers
    of places (`exp(-arange(n) * rate)`) may be where a weight begins, and are the frequencies of
    waves."""
    makers: list[ast.Call] = []
    if not _follows(facts, node, makers, _DEPTH):
        return None
    tables = [call for call in makers if not _is_count(facts, call)]
    counts = [call for call in makers if _is_count(facts, call)]
    powers = counts if waves and _is_power(facts, node, counts) else []
    return next(iter([*tables, *powers]), None)


def _is_count(facts: Facts, call: ast.Call) -> bool:
    return facts.names.call(call) in _COUNTS


def _is_power(facts: Facts, node: ast.expr, counts: list[ast.Call]) -> bool:
    """Whether places are exponents in a value, as it is written or as its name is made."""
    made = made_of(facts, node) if isinstance(node, ast.Name) else node
    for part in ast.walk(made) if made is not None else ():
        if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Pow):
            raised: ast.AST = part.right
        elif isinstance(part, ast.Call) and facts.names.call(part) in _POWERS:
            raised = part
        else:
            continue
        if any(inner in counts for inner in ast.walk(raised)):
            return True
    return False


def _follows(facts: Facts, node: ast.expr, makers: list[ast.Call], depth: int) -> bool:
    """Whether a value follows from sizes alone; what makes tables in it is noted."""
    pending: list[ast.AST] = [node]
    for _ in range(_PARTS):
        if not pending:
            return True
        part = pending.pop()
        if isinstance(part, ast.Name):
            made = made_of(facts, part)
            if made is not None and made is not part:
                pending.append(made)  # otherwise it is a size, or a module
        elif isinstance(part, ast.Call):
            inner = _made(facts, part, makers, depth)
            if inner is None:
                return False
            pending += inner
        elif isinstance(part, (ast.Compare, ast.Lambda, ast.Await, ast.Yield)):
            return False
        else:
            pending += ast.iter_child_nodes(part)
    return False


def _made(
    facts: Facts, call: ast.Call, makers: list[ast.Call], depth: int
) -> list[ast.expr] | None:
    """What else a call makes its result of; None where it is not made of sizes alone."""
    given = [*call.args, *(k.value for k in call.keywords)]
    name = facts.names.call(call) or ""
    short = name.rpartition(".")[2]
    if name.startswith((*_ARRAYS, *_HOST)):
        if "random" in name or short in _WHOLE:
            return None
        if name in _COUNTS or (short in _TABLES and not name.startswith(("math.", "scipy."))):
            makers.append(call)
        return given
    callee = calls(facts).callee(call.func)
    function = callee.node if callee is not None and not callee.wraps else None
    if function is not None:
        results = facts.module.results(function) if depth else []
        result = results[0] if len(results) == 1 else None
        if result is None or not _follows(facts, result, makers, depth - 1):
            return None
        return given
    if name or not isinstance(call.func, ast.Attribute):
        return None
    return [*given, call.func.value]


_PARTS = 200
