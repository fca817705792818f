"""Where gradients are taken, and where a value is computed beside its gradient."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.effects.deeds import is_seen
from jaxopt_lint.semantics.jax.effects.effect import Effect, lasting
from jaxopt_lint.semantics.jax.effects.walk import effects, own_effects
from jaxopt_lint.semantics.python.liveness import assigned_names, read_names
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.semantics.python.nodes import PATH, root_name
from jaxopt_lint.semantics.python.scopes import COMPREHENSIONS, FUNCTIONS, FunctionNode
from jaxopt_lint.semantics.python.signatures import argument

# What takes a gradient, and the same with the value.
WITH_VALUE = {
    "jax.grad": "jax.value_and_grad",
    "equinox.filter_grad": "equinox.filter_value_and_grad",
}
# The same for modules that hold their state: evaluating one twice may not give the same twice.
STATEFUL = ("flax.nnx.grad", "flax.nnx.value_and_grad")


@dataclass(frozen=True, slots=True)
class Gradient:
    """One evaluation of a gradient.

    Attributes:
        call: what evaluates it.
        options: the call of the transform, with `argnums` and `has_aux`.
        transform: the dotted name of the transform.
        with_value: it gives the value as well.
        of: the function, as it is written.
        node: the function, where it stands in this file.
        has_aux: None where that cannot be read off.
        home: the statement that names the gradient function, where `call` does not make it.
        jitted: there is a jit around the transform.
    """

    call: ast.Call
    options: ast.Call
    transform: str
    with_value: bool
    of: ast.expr
    node: FunctionNode | None
    has_aux: bool | None
    home: ast.Assign | None
    jitted: bool


@dataclass(frozen=True, slots=True)
class Repeat:
    """A function that is evaluated beside its own gradient, on the same arguments."""

    node: ast.Call
    gradient: Gradient


@fact
def gradients(facts: Facts) -> list[Gradient]:
    """Every evaluation of a gradient in a file, in source order."""
    found = (_gradient(facts, call) for call in facts.module.all(ast.Call))
    return [gradient for gradient in found if gradient is not None]


def gradients_among(facts: Facts, nodes: Iterable[ast.AST]) -> list[Gradient]:
    """The evaluations of gradients among some nodes, in source order."""
    numbers = _numbers(facts)
    found = sorted({numbers[n] for n in nodes if n in numbers})
    return [gradients(facts)[n] for n in found]


@fact
def _numbers(facts: Facts) -> dict[ast.AST, int]:
    """The place of each evaluation of a gradient among `gradients`."""
    return {gradient.call: n for n, gradient in enumerate(gradients(facts))}


@fact
def repeats(facts: Facts) -> dict[ast.Call, Repeat]:
    """The values that are computed beside their gradient, by the call that computes them."""
    found: dict[ast.Call, Repeat] = {}
    for gradient in gradients(facts):
        pure = gradient.transform not in STATEFUL
        if pure and gradient.has_aux is not None:
            value = _value_beside(facts, gradient)
            if value is not None and not (_unread(facts, value) and _unread(facts, gradient.call)):
                found.setdefault(value, Repeat(value, gradient))
    return found


def _unread(facts: Facts, value: ast.Call) -> bool:
    """Whether nobody reads what a call returns: it runs to be compiled, or to be measured."""
    module, around = facts.module, facts.module.parent[value]
    match around:
        case ast.Expr():
            return True
        case ast.Assign([ast.Name(name) as target]):
            held = module.held(module.scope[target].holder(name), name)
            return not any(isinstance(node.ctx, ast.Load) for node in held)
    return False


def _gradient(facts: Facts, call: ast.Call) -> Gradient | None:
    callee = calls(facts).callee(call.func)
    if callee is None or not callee.wraps or callee.bound or callee.bound_names:
        return None
    jitted = TRANSFORMS[callee.wraps[0][0]].kind == "jit"
    layers = [w for w in callee.wraps if TRANSFORMS[w[0]].kind != "jit"]
    if not layers or layers[0][0] not in {*WITH_VALUE, *WITH_VALUE.values(), *STATEFUL}:
        return None
    name, options = layers[0]
    of = calls(facts).function_argument(options, TRANSFORMS[name])
    if of is None:
        return None
    home: ast.Assign | None = None
    if isinstance(call.func, ast.Name):
        bindings = facts.names.binding(call.func)
        if len(bindings) != 1 or not isinstance(bindings[0].node, ast.Assign):
            return None
        home = bindings[0].node
    elif not isinstance(call.func, ast.Call):
        return None
    inner = calls(facts).callee(of)
    node = inner.node if inner is not None and not inner.wraps and not inner.bound else None
    with_value = name.endswith("value_and_grad")
    return Gradient(call, options, name, with_value, of, node, has_aux_of(options), home, jitted)


def differentiated(facts: Facts, gradient: Gradient) -> ast.expr | None:
    """The first argument of the call of a gradient that it is taken to, as far as it is known."""
    chosen = argument(gradient.options, 1, "argnums")
    numbers = tracing(facts).literals(chosen) if chosen is not None else [0]
    number, args = numbers[0] if numbers else None, gradient.call.args
    return args[number] if isinstance(number, int) and 0 <= number < len(args) else None


def other_use(facts: Facts, gradient: Gradient) -> str:
    """Who else would see a change of the gradient function's result; "" where nobody does."""
    if gradient.home is None:
        return ""
    module = facts.module
    target = gradient.home.targets[0]
    if len(gradient.home.targets) != 1 or not isinstance(target, ast.Name):
        return "the gradient function has several names"
    home = module.scope[target].holder(target.id)
    for name in module.reads(home, target.id):
        if name is not gradient.call.func:
            return f"`{target.id}` is also used on line {name.lineno}"
    if home is module.top and f"{module.name}.{target.id}" in facts.project.imported:
        return f"`{target.id}` is imported by another module"
    return ""


def kept_as_it_is(facts: Facts, gradient: Gradient) -> str:
    """Why how a gradient is taken cannot be written otherwise; "" where it can."""
    elsewhere = facts.names.of(gradient.options.func) != gradient.transform
    return other_use(facts, gradient) or (
        "how the gradient is taken is not written out here" if elsewhere else ""
    )


def has_aux_of(options: ast.Call) -> bool | None:
    if len(options.args) > 2 or any(k.arg is None for k in options.keywords):
        return None
    for keyword in options.keywords:
        if keyword.arg == "has_aux":
            value = keyword.value
            known = isinstance(value, ast.Constant) and isinstance(value.value, bool)
            return bool(value.value) if known else None  # type: ignore[attr-defined]
    return False


# -- a value beside its gradient ---------------------------------------------------------------


def _value_beside(facts: Facts, gradient: Gradient) -> ast.Call | None:
    module = facts.module
    if not isinstance(gradient.of, (ast.Name, ast.Attribute)) or not plain(gradient.call):
        return None
    statement = module.statement(gradient.call)
    if not unconditional(module, gradient.call, statement):
        return None
    wanted = argument_texts(gradient.call)
    block = module.block_of(statement)
    for call in calls_of(module, block):
        if call is gradient.call or argument_texts(call) != wanted:
            continue
        if not evaluates(facts, call, gradient.of):
            continue
        other = module.statement(call)
        first, last = sorted((other, statement), key=block.index)
        read = read_names(gradient.call, gradient.of)
        if _dropped(facts, call, gradient):
            read = set() if block.index(last) == block.index(first) + 1 else read
        if undisturbed(facts, first, last, read):
            return None if draws(facts, gradient.node) else call
    return None


def _dropped(facts: Facts, call: ast.Call, gradient: Gradient) -> bool:
    """Whether a call is a statement of its own, of a function that changes nothing."""
    if not isinstance(facts.module.parent[call], ast.Expr) or not gradient.with_value:
        return False
    node = gradient.node
    if node is None or isinstance(node, ast.Lambda):
        return node is not None
    return not any(changes_something(facts, statement) for statement in node.body)


def evaluates(facts: Facts, call: ast.Call, of: ast.expr) -> bool:
    """Whether a call runs the function itself, compiled or not."""
    func = call.func
    if ast.dump(func) == ast.dump(of):
        return _same_home(facts, func, of)
    callee = calls(facts).callee(func)
    if callee is None or len(callee.wraps) != 1 or TRANSFORMS[callee.wraps[0][0]].kind != "jit":
        return False
    options = callee.wraps[0][1]
    inner = calls(facts).function_argument(options, TRANSFORMS[callee.wraps[0][0]])
    return inner is not None and ast.dump(inner) == ast.dump(of) and _same_home(facts, inner, of)


def _same_home(facts: Facts, a: ast.AST, b: ast.AST) -> bool:
    while isinstance(a, ast.Attribute) and isinstance(b, ast.Attribute):
        a, b = a.value, b.value
    if not isinstance(a, ast.Name) or not isinstance(b, ast.Name):
        return False
    scopes = facts.module.scope
    return scopes[a].holder(a.id) is scopes[b].holder(b.id)


def draws(facts: Facts, function: FunctionNode | None) -> bool:
    """Whether a function may give something else each time: framework randomness, input, state."""
    found = own_effects(facts, function) if function is not None else ()
    return any(lasting(found, "callback"))


def argument_texts(call: ast.Call) -> list[str]:
    keywords = sorted((k.arg or "**", ast.dump(k.value)) for k in call.keywords)
    return [*(ast.dump(a) for a in call.args), *(f"{n}={v}" for n, v in keywords)]


def plain(call: ast.Call) -> bool:
    """Whether the arguments of a call are plain reads: evaluating them twice gives the same."""
    given = [*call.args, *(k.value for k in call.keywords)]
    return bool(given) and not any(
        isinstance(n, (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Lambda,
                       *COMPREHENSIONS))
        for g in given
        for n in ast.walk(g)
    )  # fmt: skip


def unconditional(module: Module, node: ast.AST, statement: ast.stmt) -> bool:
    """Whether a node is evaluated exactly once whenever its statement runs."""
    inner: ast.AST = node
    for around in module.ancestors(node):
        if isinstance(around, (ast.IfExp, ast.BoolOp, *FUNCTIONS, *COMPREHENSIONS)):
            return False
        if isinstance(around, (ast.While, ast.ClassDef, ast.Assert, ast.Try, ast.Match)):
            return False
        if isinstance(around, (ast.For, ast.AsyncFor)) and inner is not around.iter:
            return False
        if around is statement:
            return True
        inner = around
    return inner is statement


def calls_of(module: Module, block: list[ast.stmt]) -> Iterator[ast.Call]:
    """The calls that the statements of a block make themselves, each time they run."""
    for statement in block:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        for node in module.inside(ast.Call, statement):
            if module.statement(node) is statement:
                if unconditional(module, node, statement):
                    yield node


def undisturbed(facts: Facts, first: ast.stmt, last: ast.stmt, names: set[str]) -> bool:
    """Whether between two statements of one block nothing changes what some names hold.

    The first statement counts as well: it may rebind what it reads.
    """
    if first is last:
        return True
    module = facts.module
    block = module.block_of(first)
    between = block[block.index(first) : block.index(last)]
    if names & assigned_names(*between):
        return False
    for node in (n for s in between for n in ast.walk(s)):
        if isinstance(node, (ast.Return, ast.Break, ast.Continue, ast.Raise)):
            if module.function(node) is module.function(first):
                return False
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            if is_seen(facts, node.value.func) and changes_something(facts, node):
                if names & _given(node.value):
                    return False
    return not any(names & _changed(effect) for effect in own_effects(facts, *between))


def may_change(facts: Facts, statements: Sequence[ast.stmt], names: set[str]) -> bool:
    """Whether some statements may change what some names hold, by binding them or in place."""
    if names & assigned_names(*statements):
        return True
    return any(names & _changed(effect) for effect in own_effects(facts, *statements))


def _given(call: ast.Call) -> set[str]:
    """The names that a call is given, or made on."""
    touched = [call.func] if isinstance(call.func, ast.Attribute) else []
    touched += [*call.args, *(k.value for k in call.keywords)]  # type: ignore[list-item]
    return {root_name(t, PATH) for t in touched}


def _changed(effect: Effect) -> set[str]:
    """The names whose values an effect may change in place."""
    node = effect.node
    if not isinstance(node, ast.Call):
        return {root_name(node, PATH)} if effect.kind == "writes" else set()
    if effect.kind == "mutates":
        return {root_name(node.func, PATH)}
    return _given(node) if effect.kind == "writes" or effect.certain else set()


def changes_something(facts: Facts, statement: ast.stmt) -> bool:
    """Whether a statement may change a value in place, rather than bind a name."""
    return any(
        e.kind in _CHANGES or (e.kind == "unknown" and e.certain) for e in effects(facts, statement)
    )


_CHANGES = ("writes", "mutates")
