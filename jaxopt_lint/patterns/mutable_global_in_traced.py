"""Variables that compiled code has read as constants, and that get another value later."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from jaxopt_lint.patterns.another_shape import given_another_shape
from jaxopt_lint.patterns.captured_function import holds_function
from jaxopt_lint.patterns.made_again import made_again
from jaxopt_lint.semantics.jax.api.results import METADATA, OF_FORM
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.effects.objects import class_made
from jaxopt_lint.semantics.jax.recurrence import runs_once
from jaxopt_lint.semantics.python import assigned_names, keywords, read_names
from jaxopt_lint.semantics.python.nodes import LOOPS, all_names, grouped, text_of
from jaxopt_lint.semantics.python.scopes import FUNCTIONS, Binding, FunctionNode, Scope
from jaxopt_lint.semantics.python.walking import walk
from jaxopt_lint.semantics.subjects.keys.resting import key_at_rest
from jaxopt_lint.semantics.subjects.purity.escapes import outlives, traced_alone


@dataclass(frozen=True, slots=True, eq=False)
class Stale:
    """One read of such a variable.

    Attributes:
        node: the first read in the function.
        name: the variable, or `config["lr"]`.
        function: the name of the compiled function.
        writer: the function that stores the later value; "" for the code around.
        row: the row of the later store.
        certain: the compiled function is seen to be called before and after it.
        why: why the read happens at trace time.
        alike: each turn of a loop makes the same again, of what no turn changes; or it is a key of
            which nothing is drawn; or each turn hands the function an array of another shape, for
            which it is traced anew.
        called: it holds a function, which the compiled one calls.
    """

    node: ast.expr
    name: str
    function: str
    writer: str
    row: int
    certain: bool
    why: str
    alike: bool = False
    called: bool = False


@fact
def stale_reads(facts: Facts) -> dict[ast.AST, Stale]:
    """The reads in compiled code of names that are rebound, the first of each name and function."""
    return {s.node: s for s in _find(facts)}


def _find(facts: Facts) -> Iterator[Stale]:
    candidates = _rebound_names(facts)
    yield from _stale_items(facts)
    if not candidates:
        return
    seen: set[tuple[str, FunctionNode]] = set()
    for node in facts.module.all(ast.Name):
        if node.id not in candidates or not isinstance(node.ctx, ast.Load):
            continue
        if tracing(facts).staged(facts.module.function(node)) is None:
            continue
        holder = facts.module.holder(node)
        if holder is None or not isinstance(holder.node, (ast.Module, *FUNCTIONS)):
            continue
        compiled = _compiled_around(facts, node, holder)
        if compiled is None or (node.id, compiled) in seen or _stays(facts, node):
            continue
        found = _judge(facts, node, holder, compiled)
        if found is not None:
            seen.add((node.id, compiled))
            yield found


def _stays(facts: Facts, node: ast.Name) -> bool:
    """Whether all that is read stays as it is: shape or type of an array, which the next one
    under its name is not seen to change; or `state.apply_fn` or `state.tx` of a training state: a
    new state has the same function in it, unless someone gives it another one."""
    read = facts.module.parent[node]
    if isinstance(read, ast.Attribute) and read.attr in METADATA:
        return True
    if isinstance(read, ast.Call) and read.args[:1] == [node]:
        return facts.names.of(read.func) in OF_FORM
    if not isinstance(read, ast.Attribute) or read.attr not in _FUNCTIONS_OF_STATES:
        return False
    others = facts.module.attributes(read.attr)
    if any(isinstance(n.ctx, ast.Store) for n in others):
        return False
    changes = facts.module.attributes("replace")
    calls_made = (facts.module.parent[change] for change in changes)
    return not any(
        isinstance(call, ast.Call) and read.attr in keywords(call) for call in calls_made
    )


# Fields of `flax.training.train_state.TrainState` that hold functions, and no arrays.
_FUNCTIONS_OF_STATES = ("apply_fn", "tx")


def _rebound_names(facts: Facts) -> set[str]:
    """The names that some scope binds more than once, or in a loop to what its turns have."""
    out: set[str] = set()
    for scope in facts.module.scopes.values():
        if not isinstance(scope.node, (ast.Module, *FUNCTIONS)):
            continue
        for name, bindings in scope.bindings.items():
            kinds = {b.kind for b in bindings}
            if (kinds <= _PLAIN and (len(bindings) > 1 or "target" in kinds)) or (
                kinds == {"assign"} and _is_made_by_turns(facts, bindings[0], scope)
            ):
                out.add(name)
    return out


def _is_made_by_turns(facts: Facts, binding: Binding, scope: Scope) -> bool:
    """Whether the turns of a loop each make a value of what they have, other than a size: where the
    shape is another one, the code is traced anew. The same goes for models of several sizes."""
    made = binding.value
    if made is None or isinstance(made, ast.Constant) or not isinstance(binding.node, ast.Assign):
        return False
    turns: set[str] = set()
    for around in facts.module.ancestors(binding.node):
        if around is scope.node or isinstance(around, FUNCTIONS):
            break
        if isinstance(around, (ast.For, ast.While)):
            turns |= assigned_names(around)
    if not turns or not read_names(made) & (turns - {binding.name}):
        return False
    if any(isinstance(n, ast.Attribute) and n.attr in METADATA for n in walk(made)):
        return False
    if isinstance(made, ast.Call):
        sized = facts.names.is_builtin(made.func, "len", "range")
        return not sized and class_made(facts, made.func) is None
    return True


_PLAIN = {"assign", "target", "augmented", "declare", "param"}


def _compiled_around(facts: Facts, node: ast.AST, holder: Scope) -> FunctionNode | None:
    """The outermost jitted function around a node that stands inside of the holder."""
    found = None
    for current in facts.module.functions(node):
        if current is holder.node:
            break
        wrap = traced_alone(facts, current)
        if wrap is not None and wrap.transform.kind in ("jit", "pmap"):
            found = current
    return found


def _judge(facts: Facts, node: ast.Name, holder: Scope, compiled: FunctionNode) -> Stale | None:
    for binding in holder.bindings[node.id]:
        if binding.kind not in ("assign", "target", "augmented"):
            continue
        if _inside(facts, binding.node, compiled):
            return None
        writer = facts.module.function(binding.node)
        around = holder if writer is None else facts.module.scopes[writer]
        certain = _between_calls(facts, binding, around, compiled)
        if not certain:
            if around is holder or writer is None or not _set_again(facts, node, binding, writer):
                continue
            certain = _called_between(facts, writer, compiled)
            if not certain and runs_once(facts, writer):
                what = "{} runs once, and between no two calls of {}"
                facts.doubt(node, what, writer, compiled, at=binding.node)
                continue
        found = _stale(facts, node, node, compiled, binding.node, certain)
        if found is None:
            return None
        alike = key_at_rest(facts, node) or made_again(facts, binding, holder.bindings[node.id])
        alike = alike or _traced_anew(facts, binding, compiled)
        called = holds_function(facts, node.id, holder, compiled)
        return replace(found, alike=alike, called=called)
    return None


def _traced_anew(facts: Facts, binding: Binding, compiled: FunctionNode) -> bool:
    """Whether the loop that binds a name hands the function another shape on each turn."""
    for loop in facts.module.ancestors(binding.node):
        if isinstance(loop, ast.For):
            sites = [c for c in calls(facts).callers(compiled) if _inside(facts, c, loop)]
            if sites and all(given_another_shape(facts, call, loop) for call in sites):
                return True
    return False


def _stale(
    facts: Facts, node: ast.expr, root: ast.Name, compiled: FunctionNode, store: ast.AST,
    certain: bool,
) -> Stale | None:  # fmt: skip
    why = outlives(facts, root)
    if why is None:
        return None
    holder, writer = facts.module.holder(root), facts.module.function(store)
    named = writer is not None and holder is not None and writer is not holder.node
    return Stale(
        node, facts.module.source(node), getattr(compiled, "name", "") or "the compiled function",
        getattr(writer, "name", "") if named else "", getattr(store, "lineno", 1), certain, why,
    )  # fmt: skip


def _stale_items(facts: Facts) -> Iterator[Stale]:
    """Reads of `config["lr"]` where the item gets another value between two calls."""
    items = ((node, facts.module.parent[node]) for node in facts.module.all(ast.Subscript))
    stores = grouped(
        (_item(facts, node), statement)
        for node, statement in items
        if isinstance(node.ctx, ast.Store) and isinstance(statement, (ast.Assign, ast.AugAssign))
    )
    if not stores:
        return
    seen: set[tuple[object, ...]] = set()
    for node in facts.module.all(ast.Subscript):
        if not isinstance(node.ctx, ast.Load) or not isinstance(node.value, ast.Name):
            continue
        key = _item(facts, node)
        if key is None or key not in stores:
            continue
        compiled = _compiled_around(facts, node, key[0])
        if compiled is None or (*key, compiled) in seen:
            continue
        for statement in stores[key]:
            around = facts.module.scopes[facts.module.function(statement) or facts.module.tree]
            value = statement.value if isinstance(statement, ast.Assign) else None
            binding = Binding(key[1], "assign", statement, value)
            if _inside(facts, statement, compiled):
                continue
            if _between_calls(facts, binding, around, compiled):
                found = _stale(facts, node, node.value, compiled, statement, True)
                if found is not None:
                    seen.add((*key, compiled))
                    yield found
                    break


def _item(facts: Facts, node: ast.Subscript) -> tuple[Scope, str, object] | None:
    """Which item of which dict outside a subscript with a constant key is."""
    holder = facts.module.holder(node.value) if isinstance(node.value, ast.Name) else None
    key, value = text_of(node.slice), facts.names.value(node.value)
    made = isinstance(value, ast.Call) and facts.names.is_builtin(value.func, "dict")
    if holder is None or key is None or not (made or isinstance(value, ast.Dict)):
        return None
    return holder, node.value.id, key  # type: ignore[attr-defined]


def _between_calls(facts: Facts, binding: Binding, holder: Scope, compiled: FunctionNode) -> bool:
    """Whether the compiled function is called both before and after a store around it."""
    sites = [c for c in calls(facts).callers(compiled) if facts.module.scope[c] is holder]
    if not sites:
        return False
    made = [compiled, *(w.site for w in tracing(facts).of(compiled))]
    loops = [binding.node] if isinstance(binding.node, LOOPS) else []
    for around in facts.module.ancestors(binding.node):
        if around is holder.node or isinstance(around, FUNCTIONS):
            break
        if isinstance(around, LOOPS):
            loops.append(around)
    for loop in loops:
        if any(_inside(facts, m, loop) for m in made):
            continue
        if isinstance(binding.value, ast.Constant) and binding.node is not loop:
            continue  # the same value in each iteration
        if any(_inside(facts, c, loop) for c in sites):
            return True
    row = getattr(binding.node, "lineno", 1)
    before = [c for c in sites if c.lineno < row]
    after = [c for c in sites if c.lineno > (getattr(binding.node, "end_lineno", row) or row)]
    if not before or not after or any(m.lineno > row for m in made):
        return False
    block = facts.module.parent.get(facts.module.statement(binding.node))
    return block is holder.node and any(
        not _exclusive(facts, first, last) for first in before for last in after
    )


def _called_between(facts: Facts, writer: FunctionNode, compiled: FunctionNode) -> bool:
    """Whether the function that stores is called between two calls of the compiled one."""
    scope, statement = facts.module.scope, facts.module.statement
    return any(
        _between_calls(facts, Binding("", "assign", statement(call)), scope[call], compiled)
        for call in calls(facts).callers(writer)
    )


def _exclusive(facts: Facts, first: ast.AST, last: ast.AST) -> bool:
    """Whether two nodes stand in different branches of one `if`."""
    around = {a for a in facts.module.ancestors(first) if isinstance(a, (ast.If, ast.Try))}
    return any(a in around for a in facts.module.ancestors(last))


def _set_again(facts: Facts, node: ast.Name, binding: Binding, writer: FunctionNode) -> bool:
    """Whether a host function gives a variable another value, not only a first one."""
    if tracing(facts).staged(writer) is not None or tracing(facts).host(writer):
        return False
    for around in facts.module.ancestors(binding.node):
        if around is writer:
            break
        if isinstance(around, (ast.If, ast.While, ast.Try)):
            test = getattr(around, "test", None)
            if test is not None and node.id in all_names(test):
                return False  # filled in when it is needed first
    # `if CACHE is not None: return` at the start does the same.
    tests = [s.test for s in getattr(writer, "body", ()) if isinstance(s, ast.If)]
    return node.id not in all_names(*tests)


def _inside(facts: Facts, node: ast.AST, around: ast.AST) -> bool:
    return node is around or facts.module.within(node, around)
