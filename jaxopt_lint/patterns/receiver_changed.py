"""Objects of which a method was compiled with `self` static, and that change before it is called
again."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.effects.objects import class_made, look_up
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import (
    DEFINITIONS,
    LOOPS,
    FunctionNode,
    assigned_names,
    positional,
)
from jaxopt_lint.semantics.subjects.purity.escapes import static_receivers


def stale_receiver(
    facts: Facts, store: ast.Attribute, owner: ast.Name
) -> tuple[ast.Call, str, str, ast.Attribute] | None:
    """The call that has compiled a method of an object before an attribute of it is stored, with
    the name of `self`, why it is static, and where the method reads the attribute.

    The same variable has the method called again afterwards, and holds no other object till then.
    """
    if not static_receivers(facts) or not any(_calls_on(facts, store, owner)):
        return None
    kind = _plain_class(facts, owner, store.attr)
    if kind is None:
        return facts.doubt(store, "{} is not known to be compared by identity", owner)
    compiled: dict[FunctionNode, list[ast.Call]] = {}
    for call, name in _calls_on(facts, store, owner):
        found = look_up(facts, kind, name)
        if found is not None and found in static_receivers(facts):
            compiled.setdefault(found, []).append(call)
    for method, near in compiled.items():
        reader = _reader(facts, method, store.attr)
        if reader is None:
            continue
        for first in near:
            if any(_stale(facts, store, owner, method, first, again) for again in near):
                return first, positional(method)[0], static_receivers(facts)[method], reader
    return None


def _calls_on(
    facts: Facts, store: ast.Attribute, owner: ast.Name
) -> Iterator[tuple[ast.Call, str]]:
    """The calls of methods of a variable in the function of a store, each with the name."""
    module = facts.module
    for read in module.reads(module.holder(owner), owner.id):
        taken = module.parent.get(read)
        call = module.parent.get(taken) if isinstance(taken, ast.Attribute) else None
        if isinstance(taken, ast.Attribute) and isinstance(call, ast.Call) and call.func is taken:
            if module.function(call) is module.function(store):
                yield call, taken.attr


def _plain_class(facts: Facts, owner: ast.Name, attribute: str) -> ast.ClassDef | None:
    """The class that an object is made of, where it has the identity for its hash, and a store of
    the attribute does nothing else."""
    made = origins(facts, owner)
    kinds = {class_made(facts, one.func) if isinstance(one, ast.Call) else None for one in made}
    kind = kinds.pop() if len(kinds) == 1 else None
    if kind is None or kind.decorator_list or kind.keywords:
        return None
    if not all(facts.names.is_builtin(base, "object") for base in kind.bases):
        return None
    names = {s.name for s in kind.body if isinstance(s, DEFINITIONS)} | assigned_names(*kind.body)
    if names & {"__hash__", "__eq__", "__setattr__", "__getattribute__"}:
        return None
    if any(s.name == attribute for s in kind.body if isinstance(s, DEFINITIONS)):
        return None  # a property
    return kind


def _reader(facts: Facts, method: FunctionNode, attribute: str) -> ast.Attribute | None:
    """Where a compiled method, or one that it calls of the same object, reads an attribute."""
    pending: list[FunctionNode] = [method]
    seen = {method}
    while pending:
        one = pending.pop(0)
        me = facts.module.receiver(one)
        for read in facts.module.inside(ast.Attribute, one):
            if not (isinstance(read.value, ast.Name) and read.value.id == me):
                continue
            if read.attr == attribute and isinstance(read.ctx, ast.Load):
                return read
            called = calls(facts).callee(read)
            function = called.node if called is not None else None
            if function in static_receivers(facts) and function not in seen:
                assert function is not None
                seen.add(function)
                pending.append(function)
    return None


def _stale(
    facts: Facts,
    store: ast.Attribute,
    owner: ast.Name,
    method: FunctionNode,
    first: ast.Call,
    again: ast.Call,
) -> bool:
    """Whether one call comes to pass before a store, and the other with the same object, and the
    same static arguments, behind it."""
    if first is not again and not _same_statics(facts, method, first, again):
        return False
    if first is again or first.lineno > store.lineno:
        loop = _shared_loop(facts, store, first)
        if loop is None or _anew(facts, owner, loop):
            return False
        return _is_varied(facts, store, loop) or _later(facts, store, first, loop)
    if not (_runs_on(facts, first, store) and _runs_on(facts, store, again)):
        return False
    between = [*_between(facts, first, store), *_between(facts, store, again)]
    return not any(_anew(facts, owner, statement) for statement in between)


def _same_statics(facts: Facts, method: FunctionNode, one: ast.Call, other: ast.Call) -> bool:
    """Whether two calls give the same for what is static besides the object."""
    for wrap in tracing(facts).of(method):
        if len(tracing(facts).static(wrap)[0]) > 1:
            return ast.dump(one) == ast.dump(other)
    return True


def _shared_loop(facts: Facts, store: ast.AST, call: ast.AST) -> ast.AST | None:
    """The innermost loop that runs a store and a call in each of its turns."""
    around = [a for a in facts.module.ancestors(store) if isinstance(a, LOOPS)]
    return next((a for a in facts.module.ancestors(call) if a in around), None)


def _is_varied(facts: Facts, store: ast.Attribute, loop: ast.AST) -> bool:
    """Whether the turns of a loop store different values."""
    statement = facts.module.statement(store)
    if isinstance(statement, ast.AugAssign):
        return True
    if not isinstance(statement, ast.Assign):
        return False
    turned = assigned_names(loop)
    return any(n.id in turned for n in facts.module.inside(ast.Name, statement.value))


def _later(facts: Facts, store: ast.Attribute, call: ast.AST, loop: ast.AST) -> bool:
    """Whether a loop stores something in one of its turns that is no first one, by a count of
    them: `if step == 10:`, behind which the call does not stand."""
    inner: ast.AST = store
    for around in facts.module.ancestors(store):
        if around is loop:
            return False
        if isinstance(around, ast.If) and any(inner is s for s in around.body):
            if facts.module.within(call, around):
                return False
            return isinstance(loop, ast.For) and _no_first(facts, around.test, loop)
        inner = around
    return False


def _no_first(facts: Facts, test: ast.expr, loop: ast.For) -> bool:
    """Whether a test asks for a turn behind the first: `step == 10`, `step >= 10`."""
    match loop.target, loop.iter:
        case ast.Name(count), ast.Call(func, [_]) if facts.names.is_builtin(func, "range"):
            pass
        case ast.Tuple([ast.Name(count), _]), ast.Call(func, [_]):
            if not facts.names.is_builtin(func, "enumerate"):
                return False
        case _:
            return False
    match test:
        case ast.Compare(ast.Name(name), [ast.Eq() | ast.GtE() | ast.Gt()], [number]):
            if name != count:
                return False
            value = facts.names.behind(number)
            least = 0 if isinstance(test.ops[0], ast.Gt) else 1
            if isinstance(value, ast.Constant) and isinstance(value.value, int):
                return value.value >= least
    return False


def _anew(facts: Facts, owner: ast.Name, code: ast.AST) -> bool:
    """Whether code gives a variable another object, or has compiled code forgotten."""
    if owner.id in assigned_names(code):
        return True
    return any("clear_cache" in called.attr for called in facts.module.inside(ast.Attribute, code))


def _runs_on(facts: Facts, first: ast.AST, then: ast.AST) -> bool:
    """Whether a node is run behind another one of the same function: none of the blocks around
    the first, up to the one that both stand in, is left by what stands in it."""
    module = facts.module
    shared = _front(facts, first, then)
    if shared is None:
        return False
    around: ast.stmt = module.statement(first)
    while around is not shared:
        if any(isinstance(s, _LEAVING) for s in (around, *module.behind(around))):
            return False
        around = module.statement(module.parent[around])
    return True


_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def _front(facts: Facts, first: ast.AST, then: ast.AST) -> ast.stmt | None:
    """The statement that holds the first node, in the block where both come together."""
    lines = {id(s): s for s in _statements(facts, first)}
    for statement in _statements(facts, then):
        for before in facts.module.before(statement):
            if id(before) in lines:
                return before
    return None


def _between(facts: Facts, first: ast.AST, then: ast.AST) -> Iterator[ast.stmt]:
    """The statements from one node to another, those that hold the nodes left out."""
    shared = _front(facts, first, then)
    if shared is None:
        return
    for statement in _statements(facts, first):
        if statement is shared:
            break
        yield from facts.module.behind(statement)
    for statement in _statements(facts, then):
        before = facts.module.before(statement)
        yield from before[before.index(shared) + 1 :] if shared in before else before
        if shared in before:
            break


def _statements(facts: Facts, node: ast.AST) -> Iterator[ast.stmt]:
    """The statements of one function around a node, the innermost first."""
    function = facts.module.function(node)
    for around in (node, *facts.module.ancestors(node)):
        if around is function:
            return
        if isinstance(around, ast.stmt):
            yield around
