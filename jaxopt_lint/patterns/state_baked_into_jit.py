"""State of an object that a jitted method of it reads: compiled in, and stale when it changes."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.form_alone import asks_form
from jaxopt_lint.patterns.there_or_not import asks_if_there
from jaxopt_lint.semantics.jax.api.frameworks import is_apply
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.recurrence import in_test, loop_around
from jaxopt_lint.semantics.python import DEFINITIONS, FUNCTIONS, Definition, FunctionNode
from jaxopt_lint.semantics.subjects.purity.escapes import static_receivers


@dataclass(frozen=True, slots=True, eq=False)
class Baked:
    """One attribute of `self` that a compiled method has turned into a constant.

    Attributes:
        node: the first read.
        attribute: its name.
        method: the name of the method that reads it.
        writer: the method that stores it again later; "" if it is large rather than stale.
        why: why the method is compiled with `self` fixed.
        later: the store is seen to come after the first call, or changes what was there.
        caller: what calls the method, where it is not compiled by itself; else "".
        network: the object is a network of NNX, whose layers the method runs.
    """

    node: ast.expr
    attribute: str
    method: str
    writer: str
    why: str
    later: bool
    caller: str = ""
    network: bool = False


@fact
def baked_state(facts: Facts) -> dict[ast.AST, Baked]:
    """The reads that compile an object's state in, the first of each attribute and method."""
    return {b.node: b for b in (*_find(facts), *_networks(facts))}


def _find(facts: Facts) -> Iterator[Baked]:
    methods = static_receivers(facts)
    if facts.asked:
        _other_jits(facts, methods)
    if not methods:
        return
    seen: set[tuple[ast.ClassDef, str]] = set()
    by_value: dict[ast.ClassDef, bool] = {}
    writers = _writers(facts, methods)
    for node in facts.module.all(ast.Attribute):
        if not isinstance(node.ctx, ast.Load) or not isinstance(node.value, ast.Name):
            continue
        if _never_changes(facts, node) or not facts.module.is_self(node.value):
            continue
        holder = facts.module.scope[node].holder(node.value.id)
        method = holder.node if holder is not None else None
        if not isinstance(method, DEFINITIONS):
            continue
        if method not in methods or tracing(facts).host(facts.module.function(node)):
            continue
        owner = facts.module.class_of(method)
        if owner is None or (owner, node.attr) in seen or asks_if_there(facts, owner, node):
            continue
        stores = writers.get((owner, node.attr), [])
        if not stores and not _is_weights(facts, owner, node):
            continue
        if owner not in by_value:
            by_value[owner] = _compares_by_value(facts, owner)
        if by_value[owner] and stores:
            what = "objects of `{}` are compared by what they hold, so that a change compiles anew"
            facts.doubt(node, what, owner.name)
            continue
        seen.add((owner, node.attr))
        sure = (
            w for w in stores if _changes(facts, w, node.attr) or _runs_later(facts, w, methods)
        )
        writer = next(sure, None)
        later = writer is not None
        name = next((w.name for w in (writer, *stores) if w is not None), "")
        yield Baked(
            node, node.attr, method.name, name, methods[method], later, _caller(facts, method)
        )


def _networks(facts: Facts) -> Iterator[Baked]:
    """The networks of NNX that a method of theirs compiles in: `jax.jit` takes a static `self` by
    identity, and optimizers write to the same object."""
    for wrap in tracing(facts).wraps:
        method, static = wrap.function, tracing(facts).static(wrap)[0]
        if wrap.name != "jax.jit" or not isinstance(method, DEFINITIONS) or in_test(facts, method):
            continue
        if framework_of(facts, facts.module.class_of(method)) != "nnx":
            continue
        if facts.module.receiver(method) not in static:
            continue
        layer = next(filter(None, (_layer(facts, c) for c in ast.walk(method))), None)
        if layer is not None:
            why = f"{tracing(facts).verb(wrap)} at {facts.at(wrap.site)}"
            yield Baked(layer, "", method.name, "", why, False, network=True)


def _layer(facts: Facts, call: ast.AST) -> ast.expr | None:
    """What a call runs, if that is the network itself, or an attribute that is no plain method."""
    func = call.func if isinstance(call, ast.Call) else None
    if isinstance(func, ast.Name):
        return func if facts.module.is_self(func) else None
    if not isinstance(func, ast.Attribute) or not facts.module.is_self(func.value):
        return None
    return func if calls(facts).callee(func) is None else None


def _never_changes(facts: Facts, node: ast.Attribute) -> bool:
    """Whether a read only asks whether there is something, or of what kind or shape, takes what a
    train state of Flax keeps for good: its functions, or is of a key into which something else is
    folded."""
    match facts.module.parent.get(node):
        case ast.Call(_, [key, folded], []) as call if key is node:
            return facts.names.call(call) == "jax.random.fold_in" and not isinstance(
                folded, ast.Constant
            )
        case ast.Attribute(_, "apply_fn" | "tx"):
            return True
        case ast.Call(kind, [asked, _], []) if asked is node:
            return facts.names.is_builtin(kind, "isinstance")
        case ast.Compare(_, [ast.Is() | ast.IsNot()]):
            return True
    return asks_form(facts, node)


def _caller(facts: Facts, method: Definition) -> str:
    """The name of the compiled method that leads to one which is not compiled by itself; "" for
    any other."""
    level, seen = [method], {method}
    while level:
        one = level.pop(0)
        if any(wrap.transform.kind in ("jit", "pmap") for wrap in tracing(facts).of(one)):
            return one.name if one is not method else ""
        around = [f for call in calls(facts).callers(one) for f in facts.module.functions(call)]
        new = [m for m in around if isinstance(m, DEFINITIONS) and m not in seen]
        level += new
        seen.update(new)
    return ""


def _other_jits(facts: Facts, methods: Collection[FunctionNode]) -> None:
    """Say of methods that something else than a fixed `self` is compiled of them."""
    for wrap in tracing(facts).wraps:
        function = wrap.function
        if wrap.transform.kind != "jit" or function is None or function in methods:
            continue
        owner = facts.module.class_of(function)
        framework = framework_of(facts, owner)
        if owner is not None and framework is not None:
            what = "`{}` is a module of {}, and only plain classes are looked at"
            facts.doubt(wrap.site, what, owner.name, framework)
        elif owner is not None:
            what = "{} is not known to be compiled with `self` as a constant"
            facts.doubt(wrap.site, what, function)


def _compares_by_value(facts: Facts, owner: ast.ClassDef) -> bool:
    """Whether objects of a class hash by what they hold, so that a change compiles anew."""
    if any(_may_compare(facts, d) for d in owner.decorator_list):
        return True
    defined = {s.name for s in owner.body if isinstance(s, ast.FunctionDef)}
    for statement in owner.body:
        if isinstance(statement, ast.Assign):
            defined |= {t.id for t in statement.targets if isinstance(t, ast.Name)}
    return bool(defined & {"__hash__", "__eq__"})


def _writers(
    facts: Facts, compiled: dict[FunctionNode, str]
) -> dict[tuple[ast.ClassDef, str], list[Definition]]:
    """The host methods that store something else in each attribute after the object was made."""
    out: dict[tuple[ast.ClassDef, str], list[Definition]] = {}
    for node in facts.module.all(ast.Attribute):
        if not isinstance(node.ctx, ast.Store):
            continue
        if not facts.module.is_self(node.value):
            continue
        method = facts.module.function(node)
        if not isinstance(method, DEFINITIONS) or method in compiled:
            continue
        owner = facts.module.class_of(method)
        if owner is None or method in out.get((owner, node.attr), ()) or _keeps(facts, node):
            continue
        if tracing(facts).staged(method) is not None or _made_by(facts, method):
            continue
        if _fills_in(facts, node) or _compiles_again(facts, method):
            continue
        if not any(_may_cache(facts, d) for d in method.decorator_list):
            out.setdefault((owner, node.attr), []).append(method)
    return out


def _keeps(facts: Facts, store: ast.Attribute) -> bool:
    """Whether a store leaves the value as it is: `self.w = jax.device_put(self.w, device)`."""
    match facts.module.statement(store):
        case ast.Assign([target], ast.Call(args=[given, *_]) as call) if target is store:
            same = _is_attribute(facts, given, store.attr)
            return same and facts.names.call(call) in _KEEPING
    return False


_KEEPING = frozenset({"jax.device_put", "jax.block_until_ready", "jax.device_get"})


def _made_by(facts: Facts, method: Definition) -> bool:
    """Whether a method only serves to make an object: `__init__`, what it alone calls, or what runs
    before each test.
    """
    if method.name in _MAKERS or (method.name in _BEFORE_TESTS and in_test(facts, method)):
        return True
    callers = calls(facts).callers(method)
    return bool(callers) and all(
        getattr(facts.module.function(c), "name", "") in _MAKERS for c in callers
    )


_MAKERS = ("__init__", "__new__", "__post_init__", "__setstate__", "__enter__")
_BEFORE_TESTS = ("setUp", "setUpClass", "asyncSetUp", "setup_method", "setup_class")


def _changes(facts: Facts, writer: Definition, attribute: str) -> bool:
    """Whether a method makes the new value of an attribute of the old one."""
    for node in ast.walk(writer):
        if isinstance(node, ast.AugAssign) and _is_attribute(facts, node.target, attribute):
            return True
        if isinstance(node, ast.Assign):
            if any(_is_attribute(facts, t, attribute) for t in node.targets):
                if any(_is_attribute(facts, n, attribute) for n in ast.walk(node.value)):
                    return True
    return False


def _is_attribute(facts: Facts, node: ast.AST, name: str) -> bool:
    return (
        isinstance(node, ast.Attribute) and node.attr == name and facts.module.is_self(node.value)
    )


def _runs_later(facts: Facts, writer: Definition, compiled: Collection[FunctionNode]) -> bool:
    """Whether a method that stores is seen to run after a compiled one: it calls it itself, or a
    function calls both, the compiled one first or in one loop.
    """

    def runs(call: ast.Call) -> bool:
        found = calls(facts).callee(call.func)
        return found is not None and found.node in compiled

    mine = set(calls(facts).callers(writer))
    homes = {facts.module.function(call) for call in mine}
    for call in facts.module.all(ast.Call):
        if not runs(call):
            continue
        around = facts.module.function(call)
        if around is writer:
            return True
        if around in homes:
            for other in mine:
                if facts.module.function(other) is around:
                    loop = loop_around(facts, call)
                    same = loop is not None and loop is loop_around(facts, other)
                    if same or other.lineno > call.lineno:
                        return True
    return False


def _may_compare(facts: Facts, decorator: ast.expr) -> bool:
    """Whether a class decorator writes `__eq__`, or is not known and may."""
    made = decorator.func if isinstance(decorator, ast.Call) else decorator
    return not (facts.names.of(made) or "").startswith(("jax.", "functools.", "typing."))


def _may_cache(facts: Facts, decorator: ast.expr) -> bool:
    """Whether a decorator of a method keeps its result, or is not known and may."""
    made = decorator.func if isinstance(decorator, ast.Call) else decorator
    if facts.names.is_builtin(made, "property", "staticmethod", "classmethod"):
        return False
    if isinstance(made, ast.Attribute) and made.attr in ("setter", "deleter"):
        return False
    return not (facts.names.of(made) or "").startswith(("jax.", "abc.", "typing.", "contextlib."))


def _fills_in(facts: Facts, node: ast.Attribute) -> bool:
    """Whether a store only happens while there is nothing yet: `if self.x is None`."""
    text = facts.module.source(node)
    for around in facts.module.ancestors(node):
        if isinstance(around, FUNCTIONS):
            return False
        if isinstance(around, ast.If) and text in facts.module.source(around.test):
            return True
    return False


def _compiles_again(facts: Facts, method: FunctionNode) -> bool:
    return any(
        w.transform.kind in ("jit", "pmap") and facts.module.function(w.site) is method
        for w in tracing(facts).wraps
    )


def _is_weights(facts: Facts, owner: ast.ClassDef, node: ast.Attribute) -> bool:
    """Whether a read of an attribute is certainly of a model's parameters: they are applied, or
    came from the model's `init`.
    """
    around = facts.module.parent.get(node)
    if isinstance(around, ast.Call) and around.args[:1] == [node]:
        if is_apply(around.func):
            return True
    for value in calls(facts).attribute_values(owner, node.attr):
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
            if value.func.attr == "init" and len(value.args) > 1:
                return True
    return False
