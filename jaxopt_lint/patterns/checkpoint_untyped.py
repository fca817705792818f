"""States of optimizers that Orbax gives back as plain containers, and that an update takes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.patterns.checkpointers import checkpointer
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import FUNCTIONS, argument, arguments, keywords

_DEPTH = 3  # functions that a state is handed to
_MANAGER = "orbax.checkpoint.CheckpointManager"
# Optimizers without a state to speak of.
_PLAIN = frozenset({"optax.sgd", "optax.noisy_sgd", "optax.sign_sgd"})
_AS_IS = frozenset({"jax.jit", "equinox.filter_jit", "flax.nnx.jit"})


def untyped(facts: Facts) -> Iterator[tuple[ast.expr, ast.Call]]:
    """What is taken out of a tree that was restored without a target, where an update of Optax is
    given it as its state, with the call that restored it."""
    for read in facts.module.attributes("restore"):
        call = facts.module.parent[read]
        if not isinstance(call, ast.Call) or call.func is not read:
            continue
        made = checkpointer(facts, read.value)
        if made is None or facts.names.call(made) == _MANAGER or error_meant(facts, call):
            continue
        if len(call.args) != 1 or call.keywords or isinstance(call.args[0], ast.Starred):
            continue
        taken = next((one for one in _taken(facts, call) if _is_state(facts, one)), None)
        if taken is not None:
            yield taken, call


def _taken(facts: Facts, restored: ast.Call) -> Iterator[ast.Subscript]:
    """What is taken by its key out of a restored tree: `restored["opt_state"]`."""
    module = facts.module
    stored = module.stored_by(restored)
    target = stored.targets[0] if stored is not None and stored.value is restored else None
    if not isinstance(target, ast.Name) or facts.names.only_binding(target) is None:
        return
    for read in module.reads(module.holder(target), target.id):
        match module.parent[read]:
            case ast.Subscript(of, ast.Constant(str())) as taken if of is read:
                yield taken


def _is_state(facts: Facts, taken: ast.Subscript) -> bool:
    """Whether what is taken is the state of an update, by itself or by its variable."""
    if _goes_into_update(facts, taken, _DEPTH):
        return True
    name = _variable(facts, taken)
    holder = facts.module.holder(name) if name is not None else None
    if name is None or holder is None:
        return False
    line = taken.lineno
    for read in facts.module.reads(holder, name.id):
        same = facts.module.function(read) is facts.module.function(taken)
        if same and read.lineno > line and not _bound_between(facts, taken, name, read):
            if _goes_into_update(facts, read, _DEPTH):
                return True
    return False


def _variable(facts: Facts, taken: ast.Subscript) -> ast.Name | None:
    """The variable that something is stored in, by itself or as one of several."""
    statement = facts.module.statement(taken)
    match statement:
        case ast.Assign([ast.Name() as target], value) if value is taken:
            return target
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if taken in values:
            place = values.index(taken)
            one = targets[place] if place < len(targets) else None
            return one if isinstance(one, ast.Name) else None
    return None


def _bound_between(facts: Facts, taken: ast.Subscript, name: ast.Name, read: ast.Name) -> bool:
    """Whether a variable is given something else on the way to where it is read."""
    holder = facts.module.holder(name)
    stored = facts.module.statement(taken)
    own = facts.module.statement(read)
    for binding in holder.bindings.get(name.id, ()) if holder is not None else ():
        at = facts.module.statement(binding.node)
        if at is not stored and at is not own and stored.lineno < at.lineno <= read.lineno:
            return True
    return False


def _goes_into_update(facts: Facts, node: ast.expr, depth: int) -> bool:
    """Whether a value is given to the update of an optimizer of Optax as its state."""
    call = facts.module.parent[node]
    if isinstance(call, ast.keyword):
        call = facts.module.parent[call]
    if not isinstance(call, ast.Call) or call.func is node or not depth:
        return False
    match call.func:
        case ast.Attribute(optimizer, "update") if argument(call, 1, "state") is node:
            made = origins(facts, optimizer)
            return bool(made) and all(_has_state(facts, one) for one in made)
    found = calls(facts).callee(call.func)
    if found is None or found.node is None or any(w not in _AS_IS for w, _ in found.wraps):
        return False
    for parameter, value in arguments(call, found.node, found.bound):
        if value is node:
            return any(
                facts.module.function(read) is found.node
                and _goes_into_update(facts, read, depth - 1)
                for read in _first_reads(facts, found.node, parameter)
            )
    return False


def _first_reads(facts: Facts, function: ast.AST, parameter: str) -> Iterator[ast.Name]:
    """Where a function reads a parameter to which it has given nothing else till then."""
    if not isinstance(function, FUNCTIONS):
        return
    names = [n for n in facts.module.inside(ast.Name, function) if n.id == parameter]
    for name in sorted(names, key=lambda n: (n.lineno, n.col_offset)):
        if isinstance(name.ctx, ast.Load):
            yield name
        elif not _reads_itself(facts, name):
            return


def _reads_itself(facts: Facts, name: ast.Name) -> bool:
    """Whether a statement gives a name what it makes of it."""
    value = getattr(facts.module.statement(name), "value", None)
    return value is not None and any(n.id == name.id for n in facts.module.inside(ast.Name, value))


def _has_state(facts: Facts, made: ast.expr) -> bool:
    """Whether an expression makes an optimizer that keeps more than nothing."""
    name = facts.names.call(made) or ""
    if not name.startswith("optax.") or not isinstance(made, ast.Call):
        return False
    return name not in _PLAIN or "momentum" in keywords(made)
