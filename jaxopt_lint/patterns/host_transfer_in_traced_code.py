"""Where traced code asks for the value of a traced array."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from jaxopt_lint.semantics.jax.abstract import evaluates, separates
from jaxopt_lint.semantics.jax.api.numpy import RAISE_ON_TRACERS
from jaxopt_lint.semantics.jax.basics import Facts, Kind, Wrap, calls, fact, tracing, values
from jaxopt_lint.semantics.jax.machine.confirmed import confirmed
from jaxopt_lint.semantics.jax.machine.traced import told, traced
from jaxopt_lint.semantics.python import FunctionNode, defaults, positional


@dataclass(frozen=True, slots=True)
class Transfer:
    """One call that needs a concrete value and is given a traced one.

    Attributes:
        node: the call.
        value: the traced value.
        error: what it raises.
        why: how the code comes to be traced.
        numpy: the dotted NumPy function, for a call of one.
        silent: nothing is raised, and nothing happens.
    """

    node: ast.Call
    value: ast.expr
    error: str
    why: str
    numpy: str = ""
    silent: bool = False


@fact
def transfers(facts: Facts) -> dict[ast.Call, Transfer]:
    """The transfers of a file, by the call that makes them."""
    found: dict[ast.Call, Transfer] = {}
    for call in facts.module.all(ast.Call):
        function = facts.module.function(call)
        if function is None:
            continue
        why = tracing(facts).staged(function)
        transfer = _transfer(facts, call, why) if why else _under_gradient(facts, call)
        if transfer is None:
            transfer = _run(facts, call, function, why) if why else None
        elif _concrete_here(facts, call, function):
            continue
        elif why:
            sure = confirmed(facts, call, why, silent=transfer.silent)
            transfer = replace(transfer, why=sure) if sure is not None else None
        if transfer is not None:
            found[call] = transfer
    return found


def _run(facts: Facts, call: ast.Call, function: FunctionNode, why: str) -> Transfer | None:
    """A transfer that the machine alone sees: what is given comes through calls or containers."""
    if not _converts(facts, call):
        return None
    event = traced(facts, function).asked.get(call)
    if event is None or not event.certain or event.via in _SHOWN:
        return None
    if _concrete_here(facts, call, function):
        return None
    name = facts.names.of(call.func) or ""
    numpy = name if name in RAISE_ON_TRACERS else ""
    error = "TracerArrayConversionError" if numpy else "ConcretizationTypeError"
    if event.via == "bool":
        error = "TracerBoolConversionError"
    return Transfer(call, event.expression, error, told(facts, event), numpy=numpy)


_SHOWN = ("print", "format")


def _converts(facts: Facts, call: ast.Call) -> bool:
    """Whether a call asks for a value that is not known to be static."""
    func = call.func
    if isinstance(func, ast.Attribute) and func.attr in ("item", "tolist") and not call.args:
        return values(facts).kind(func.value) is Kind.UNKNOWN
    if facts.names.is_builtin(func, "float", "int", "bool", "complex") or (
        facts.names.of(func) in RAISE_ON_TRACERS
    ):
        return any(values(facts).kind(a) is Kind.UNKNOWN for a in call.args)
    return False


def _transfer(facts: Facts, call: ast.Call, why: str) -> Transfer | None:
    func, traced = call.func, values(facts).traced
    if isinstance(func, ast.Attribute) and func.attr in ("item", "tolist") and not call.args:
        if traced(func.value):
            return Transfer(call, func.value, "ConcretizationTypeError", why)
        return None
    if facts.names.is_builtin(func, "float", "int", "bool", "complex"):
        if len(call.args) == 1 and not call.keywords and traced(call.args[0]):
            error = "TracerBoolConversionError" if func.id == "bool" else "ConcretizationTypeError"  # type: ignore[attr-defined]
            return Transfer(call, call.args[0], error, why)
        return None
    name = facts.names.of(func)
    if name == "jax.device_get" and len(call.args) == 1 and traced(call.args[0]):
        return Transfer(call, call.args[0], "", why, silent=True)
    if name in RAISE_ON_TRACERS:
        for argument in _arrays(call):
            if traced(argument):
                return Transfer(call, argument, "TracerArrayConversionError", why, numpy=name or "")
    error = _NUMBERS_ONLY.get(name or "") or _compares(facts, call)
    given = next((a for a in call.args if traced(a)), None) if error else None
    return Transfer(call, given, error, why) if given is not None else None


def _compares(facts: Facts, call: ast.Call) -> str:
    """The error of `max(a, b)`, which asks a comparison for its truth; "" for other calls."""
    several = len(call.args) > 1 and not call.keywords
    starred = any(isinstance(a, ast.Starred) for a in call.args)
    chooses = several and not starred and facts.names.is_builtin(call.func, "max", "min")
    return "TracerBoolConversionError" if chooses else ""


# What computes with numbers of Python, or with arrays of NumPy, and knows no others.
_MATH = (
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh degrees erf erfc exp exp2",
    "expm1 fabs floor fmod gamma hypot isclose isfinite isinf isnan ldexp lgamma log log10 log1p",
    "log2 modf pow radians sin sinh sqrt tan tanh trunc",
)
_SPECIAL = (
    "bdtr beta betainc betaln binom digamma ellipe ellipk entr erf erfc erfcinv erfinv exp1 expi",
    "expit expn gamma gammainc gammaincc gammaln i0 i0e i1 i1e iv ive j0 j1 jn jv k0 k1 kn kv",
    "log_ndtr logit loggamma ndtr ndtri polygamma psi rel_entr spence xlog1py xlogy zeta",
)
_NUMBERS_ONLY = {
    **{f"math.{n}": "ConcretizationTypeError" for n in " ".join(_MATH).split()},
    **{f"scipy.special.{n}": "TracerArrayConversionError" for n in " ".join(_SPECIAL).split()},
}


def _under_gradient(facts: Facts, call: ast.Call) -> Transfer | None:
    """The same under `jax.grad` alone, where `int`, `bool` and `.item()` have a value to give."""
    name = facts.names.of(call.func)
    if name in RAISE_ON_TRACERS:
        for argument in _arrays(call):
            why = differentiated_value(facts, argument)
            if why is not None:
                return Transfer(call, argument, "TracerArrayConversionError", why, numpy=name or "")
    elif name in _NUMBERS_ONLY or facts.names.is_builtin(call.func, "float"):
        error = _NUMBERS_ONLY.get(name or "", "ConcretizationTypeError")
        for argument in call.args if name in _NUMBERS_ONLY else call.args[:1]:
            why = differentiated_value(facts, argument)
            if why is not None:
                return Transfer(call, argument, error, why)
    return None


def _arrays(call: ast.Call) -> list[ast.expr]:
    """The arguments of a NumPy function that it would make arrays of."""
    given = [a for a in call.args if not isinstance(a, ast.Starred)]
    return given + [k.value for k in call.keywords if k.arg not in (None, *_NO_ARRAYS)]


_NO_ARRAYS = ("dtype", "shape", "axis", "out", "like")


def _concrete_here(facts: Facts, call: ast.Call, function: FunctionNode) -> bool:
    """Whether the code around a call sees to it that values are concrete, or expects the error."""
    for inner, around in facts.module.way_out(call):
        if around is function:
            break
        if isinstance(around, ast.Try) and inner in around.body and around.handlers:
            return True
        if isinstance(around, ast.With):
            if any(evaluates(facts, item.context_expr) for item in around.items):
                return True
        if isinstance(around, (ast.If, ast.IfExp)):
            if _asks_for_none(around.test) or separates(facts, around.test):
                return True
            if inner is not around.test and _off_by_default(facts, around.test, function):
                return True
    # `fast = jax.jit(f)` beside plain calls of `f`: this may be meant for those.
    wraps = tracing(facts).of(function)
    if not wraps or any(w.decorator for w in wraps):
        return False
    return any(_is_plain(facts, c) for c in calls(facts).callers(function))


def _asks_for_none(test: ast.expr) -> bool:
    return any(
        isinstance(part, ast.Compare)
        and any(isinstance(c, ast.Constant) and c.value is None for c in part.comparators)
        for part in ast.walk(test)
    )


def _is_plain(facts: Facts, call: ast.Call) -> bool:
    """Whether a call reaches its function with no transform in between."""
    callee = calls(facts).callee(call.func)
    return callee is None or not callee.wraps


def _off_by_default(facts: Facts, test: ast.expr, function: FunctionNode) -> bool:
    """Whether a test asks a flag that stays a Python value: the branch may be dead when traced."""
    names = list(facts.module.inside(ast.Name, test))
    given = [facts.names.value(n) for n in names]
    off = any(isinstance(value, ast.Constant) and not value.value for value in given)
    return off or any(n.id in defaults(function) for n in names)


# -- under a gradient alone ----------------------------------------------------------------
# Values that a gradient flows through, in functions that nothing but `jax.grad` traces.
#
# There only what depends smoothly on a differentiated argument is traced; everything else, and what
# a comparison or `stop_gradient` gives, is as concrete as outside.


def differentiated_value(facts: Facts, node: ast.expr) -> str | None:
    """Why an expression is certainly traced by a gradient alone; None if nothing says so."""
    function = facts.module.function(node)
    if function is None:
        return None
    names = _parameters(facts, function)
    if names and _depends(facts, function, node, set(names), ()):
        return next(iter(names.values()))
    return None


@fact
def _parameters(facts: Facts, function: FunctionNode) -> dict[str, str]:
    """The parameters that some gradient is taken for, each with where."""
    out: dict[str, str] = {}
    if tracing(facts).staged(function) is None and not tracing(facts).host(function):
        for wrap in tracing(facts).of(function):
            if wrap.name in _GRADIENTS:
                why = f"differentiated at {facts.at(wrap.site)}"
                out.update(dict.fromkeys(_chosen(facts, wrap), why))
    return out


def _chosen(facts: Facts, wrap: Wrap) -> list[str]:
    """The names of the arguments that a gradient is taken for."""
    names = positional(wrap.function)[wrap.bound :]
    chosen = wrap.keyword("argnums")
    if chosen is None and wrap.options is not None and len(wrap.options.args) > 1:
        return []
    numbers = [0] if chosen is None else tracing(facts).literals(chosen)
    if numbers is None:
        return []
    receiver = facts.module.receiver(wrap.function)
    return [
        names[n] for n in numbers
        if isinstance(n, int) and 0 <= n < len(names) and names[n] != receiver
    ]  # fmt: skip


def _depends(
    facts: Facts, function: FunctionNode, node: ast.expr, names: set[str], seen: tuple[str, ...]
) -> bool:
    """Whether a value depends smoothly on one of some parameters."""

    def depends(inner: ast.expr) -> bool:
        return _depends(facts, function, inner, names, seen)

    if isinstance(node, ast.Name):
        bound = facts.names.only_binding(node)
        if bound is None or node.id in seen:
            return False
        if isinstance(bound.node, ast.arg):
            return node.id in names and facts.module.function(bound.node) is function
        value, seen = bound.value, (*seen, node.id)
        return value is not None and _depends(facts, function, value, names, seen)
    if isinstance(node, ast.BinOp):
        exact = isinstance(node.op, (ast.FloorDiv, ast.Mod))
        return not exact and (depends(node.left) or depends(node.right))
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub) and depends(node.operand)
    if isinstance(node, ast.Subscript):
        return depends(node.value)
    if isinstance(node, (ast.List, ast.Tuple)):
        return any(depends(e) for e in node.elts)
    if isinstance(node, ast.Call):
        name = facts.names.call(node) or ""
        module, _, last = name.rpartition(".")
        if module in ("jax.numpy", "jax.nn", "jax.numpy.linalg") and last in _SMOOTH:
            return any(depends(a) for a in node.args if not isinstance(a, ast.Starred))
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("sum", "mean", "reshape"):
            return depends(node.func.value)
    return False


_GRADIENTS = ("jax.grad", "jax.value_and_grad")
_SMOOTH = frozenset(
    {"sum", "mean", "exp", "log", "log1p", "expm1", "sqrt", "sin", "cos", "tan", "tanh", "dot",
     "matmul", "einsum", "square", "abs", "maximum", "minimum", "power", "reshape", "transpose",
     "concatenate", "stack", "norm", "relu", "sigmoid", "softplus", "gelu", "softmax",
     "log_softmax", "squeeze", "ravel"}
)  # fmt: skip
