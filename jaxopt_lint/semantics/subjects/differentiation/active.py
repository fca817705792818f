"""Which variables of a file change with what is differentiated."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from jaxopt_lint.semantics.jax.api.results import STATIC_ATTRIBUTES, STATIC_CALLS
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, Wrap, calls, tracing
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import (
    PATH,
    FunctionNode,
    Scope,
    arguments,
    names_in,
    positional,
    root_of,
)

Variable = tuple[Scope, str]

# What gives nothing that a gradient flows through.
_CUTS = frozenset(
    {"jax.lax.stop_gradient", "jax.numpy.argmax", "jax.numpy.argmin", "jax.numpy.argsort",
     "jax.numpy.sign", "jax.numpy.floor", "jax.numpy.ceil", "jax.numpy.round",
     "jax.numpy.isnan", "jax.numpy.isfinite", "jax.numpy.isinf", "jax.numpy.searchsorted",
     "jax.numpy.zeros_like", "jax.numpy.ones_like", "jax.numpy.full_like",
     "jax.numpy.empty_like", "jax.numpy.iscomplexobj"}
)  # fmt: skip
_CUT_METHODS = frozenset({"argmax", "argmin", "argsort", "any", "all"})
_OF_FIRST = frozenset({"grad", "value_and_grad", "jacobian"})


def active_variables(facts: Facts) -> set[Variable]:
    """The variables, and parameters, through which a gradient of this file flows."""
    return _spread(
        facts, [v for wrap in tracing(facts).wraps for v in _differentiated(facts, wrap)]
    )


def trained_variables(facts: Facts) -> dict[Variable, str]:
    """The variables that the layers and parameters of a module make, and what is made of them,
    each with the class: a gradient flows through them where the module is trained, or stands
    between parameters that are and a loss. Empty where no program of the project takes gradients.
    """
    if not facts.project.takes_gradients:
        return {}
    out: dict[Variable, str] = {}
    for owner in facts.module.all(ast.ClassDef):
        if framework_of(facts, owner) is not None:
            for variable in _spread(facts, list(_made_by_layers(facts, owner))):
                out.setdefault(variable, owner.name)
    return out


def _made_by_layers(facts: Facts, owner: ast.ClassDef) -> Iterator[Variable]:
    """The variables in the methods of a class that are what a layer or a parameter of it gives."""
    methods = {m.name: m for m in owner.body if isinstance(m, ast.FunctionDef)}
    running: set[str] = set()  # the methods that run layers
    found: dict[str, list[ast.Call]] = {}
    for _ in range(_METHODS_DEEP):
        for name, method in methods.items():
            if name not in ("setup", "__init__"):
                every = facts.module.inside(ast.Call, method)
                found[name] = [c for c in every if _is_layer(facts, owner, c, running)]
        running = {name for name, layers in found.items() if layers}
    for layers in found.values():
        for call in layers:
            statement = facts.module.statement(call)
            if isinstance(statement, ast.Assign):
                for target in (t for each in statement.targets for t in names_in(each)):
                    root = root_of(target, ast.Subscript)
                    holder = facts.module.holder(root) if isinstance(root, ast.Name) else None
                    if holder is not None and isinstance(root, ast.Name):
                        yield holder, root.id


def _is_layer(facts: Facts, owner: ast.ClassDef, call: ast.Call, running: set[str]) -> bool:
    """Whether a call runs a layer of a class, or gives one of its parameters."""
    func: ast.expr | None = call.func
    if isinstance(func, ast.Name):
        binding = facts.names.only_binding(func)
        func = binding.value if binding is not None and binding.kind == "assign" else None
    if isinstance(func, ast.Call):
        return _makes_layer(facts, func)
    if isinstance(func, ast.Attribute) and facts.module.is_self(func.value):
        if func.attr == "param":
            return framework_of(facts, owner) == "linen"
        stored = calls(facts).attribute_values(owner, func.attr)
        made = any(isinstance(one, ast.Call) and _makes_layer(facts, one) for one in stored)
        return made or func.attr in running
    return False


def _makes_layer(facts: Facts, call: ast.Call) -> bool:
    """Whether a call makes a layer: of a framework, or of a class that is a module of one."""
    name = facts.names.call(call) or ""
    if name.startswith(_LAYERS):
        return name.rpartition(".")[2][:1].isupper()
    binding = facts.names.only_binding(call.func)
    owner = binding.node if binding is not None else None
    known = name in facts.project.networks
    return known or (isinstance(owner, ast.ClassDef) and framework_of(facts, owner) is not None)


_LAYERS = ("flax.linen.", "flax.nnx.", "equinox.nn.", "haiku.")
_METHODS_DEEP = 3


def _spread(facts: Facts, pending: list[Variable]) -> set[Variable]:
    """Some variables, and all that take in what they hold."""
    found: set[Variable] = set()
    while pending:
        variable = pending.pop()
        if variable in found:
            continue
        found.add(variable)
        scope, name = variable
        for read in facts.module.reads(scope, name):
            pending += _onward(facts, read)
    return found


def is_active(facts: Facts, node: ast.expr, active: Collection[Variable]) -> bool:
    """Whether a gradient flows through an expression."""
    return _through(facts, node, active) is not None


def is_trained(facts: Facts, node: ast.expr, trained: Mapping[Variable, str]) -> str:
    """The class whose layers make what an expression holds; "" where none is seen to."""
    variable = _through(facts, node, trained)
    return trained[variable] if variable is not None else ""


def _through(facts: Facts, node: ast.expr, active: Collection[Variable]) -> Variable | None:
    """The first of some variables that an expression takes in."""
    for name in facts.module.inside(ast.Name, node):
        holder = facts.module.holder(name)
        if holder is not None and (holder, name.id) in active:
            if not any(_cuts(facts, *step) for step in _steps(facts, name, node)):
                return holder, name.id
    return None


def _differentiated(facts: Facts, wrap: Wrap) -> Iterator[Variable]:
    """The parameters that a transform takes a gradient of."""
    function, kind = wrap.function, wrap.transform.kind
    if function is None or (kind not in _OF_FIRST and kind != "vjp"):
        return
    if any(n in TRANSFORMS and TRANSFORMS[n].lifted for n in (wrap.name, *wrap.inner)):
        return
    parameters = positional(function)[wrap.bound :]
    chosen: list[int | str] = [*range(len(parameters))]
    if kind in _OF_FIRST:
        numbers = wrap.keyword("argnums")
        call = wrap.options
        if numbers is None and call is not None and facts.names.of(call.func) == wrap.name:
            numbers = call.args[1] if len(call.args) > 1 else None
        chosen = [0] if numbers is None else tracing(facts).literals(numbers) or []
    for number in chosen:
        if isinstance(number, int) and 0 <= number < len(parameters):
            yield facts.module.scopes[function], parameters[number]


def _onward(facts: Facts, read: ast.Name) -> Iterator[Variable]:
    """The variables that take in what a name holds where it is read."""
    module = facts.module
    statement = module.statement(read)
    for inner, around in _steps(facts, read, statement):
        if _cuts(facts, inner, around):
            return
        if isinstance(around, ast.Call) and inner is not around.func:
            yield from _parameter(facts, around, inner)
        if isinstance(around, ast.Lambda):
            return
    value = getattr(statement, "value", None)
    if isinstance(statement, (ast.Assign, ast.AugAssign, ast.AnnAssign)) and value is not None:
        if read is not value and not module.within(read, value):
            return
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in (t for each in targets for t in names_in(each)):
            root = root_of(target, PATH)
            holder = module.holder(root) if isinstance(root, ast.Name) else None
            if holder is not None and isinstance(root, ast.Name):
                yield holder, root.id


def _parameter(facts: Facts, call: ast.Call, given: ast.AST) -> Iterator[Variable]:
    """The parameter of a function of this file that a call gives a value."""
    callee = calls(facts).callee(call.func)
    node: FunctionNode | None = callee.node if callee is not None else None
    if callee is None or node is None:
        return
    for name, value in arguments(call, node, callee.bound):
        if value is given or (isinstance(given, ast.keyword) and given.value is value):
            yield facts.module.scopes[node], name


def _steps(facts: Facts, name: ast.Name, until: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """The nodes around a name within another, innermost first, each after the one in it."""
    for inner, around in facts.module.way_out(name):
        if inner is until:
            return
        yield inner, around
        if around is until:
            return


def _cuts(facts: Facts, inner: ast.AST, around: ast.AST) -> bool:
    """Whether no gradient flows from a part of an expression to what is around it."""
    match around:
        case ast.Compare() | ast.Constant() | ast.JoinedStr():
            return True
        case ast.Attribute(attr=attr):
            return attr in STATIC_ATTRIBUTES
        case ast.Subscript(slice=index) | ast.IfExp(test=index):
            return inner is index
        case ast.Call(func=func, args=args):
            if inner is func:
                return isinstance(func, ast.Attribute) and func.attr in _CUT_METHODS
            name = facts.names.of(func) or ""
            if name in _CUTS or name in STATIC_CALLS or (isinstance(func, ast.Name) and not name):
                return name in _CUTS or name in STATIC_CALLS or _is_plain(facts, func)
            return name == "jax.numpy.where" and args[:1] == [inner]
    return False


def _is_plain(facts: Facts, func: ast.expr) -> bool:
    return facts.names.is_builtin(func, "len", "range", "isinstance", "print", "int", "bool")
