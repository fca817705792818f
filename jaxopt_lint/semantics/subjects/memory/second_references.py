"""Second names, and containers, for the buffers of a variable that a compiled step is given."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS, METADATA
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import DEFINITIONS, Module, is_name, paired, read_names
from jaxopt_lint.semantics.python.later_reads import first_read


@dataclass(frozen=True, slots=True)
class Held:
    """Why an argument may not be donated.

    Attributes:
        why: in words.
        certain: somebody does need the old value; otherwise nobody could be ruled out.
        unseen: nothing speaks for it, but that not all of the code is in sight.
    """

    why: str
    certain: bool = False
    unseen: bool = False


def second_reference(facts: Facts, node: ast.Name, call: ast.stmt) -> Held | None:
    """Whether a read of a variable stores it, or a part of it, somewhere else.

    A second name counts if it is read after a later call, a container if it is filled before one.
    """
    module = facts.module
    kept = Held(f"line {node.lineno} keeps a second reference to `{node.id}`")
    copied = False  # the value may be a new one
    for inner, around in module.way_out(node):
        if isinstance(around, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
            if around.value is not inner:
                return None
            return _alias(module, node, around, call, kept, copied)
        if isinstance(around, (ast.Yield, ast.YieldFrom)):
            return kept
        if isinstance(around, ast.Call) and inner is not around.func:
            last = around.func.attr if isinstance(around.func, ast.Attribute) else ""
            if last in _FILLING:
                if not (comes_before(module, node, call) or _comes_round(module, node, around)):
                    return None
                return Held(kept.why, certain=not copied)
            if facts.names.of(around.func) not in ALIASING and last != "replace":
                return None
            made = _mapped(facts, around)
            if made is not None and not made:
                return None
            copied |= made is None
        elif isinstance(around, ast.Call):
            if not (isinstance(inner, ast.Attribute) and inner.attr in _VIEWS):
                return None
            copied = True
        elif isinstance(around, ast.Attribute):
            if around.attr in _METADATA:
                return None
        elif not isinstance(
            around,
            (ast.Subscript, ast.Tuple, ast.List, ast.Dict, ast.Starred, ast.IfExp, ast.keyword),
        ):
            return None
    return None


def _mapped(facts: Facts, call: ast.Call) -> bool | None:
    """Whether a tree map gives back the leaves that it is given; None if it may."""
    if facts.names.of(call.func) not in LEAF_MAPS or not call.args:
        return None
    function = call.args[0]
    if facts.names.of(function) in ("jax.numpy.copy", "jax.numpy.array", "copy.deepcopy"):
        return False
    if isinstance(function, ast.Lambda) and function.args.args:
        if isinstance(function.body, ast.BinOp):
            return False
        first = function.args.args[0].arg
        if isinstance(function.body, ast.Name) and function.body.id == first:
            return True
        if isinstance(function.body, ast.Call) and isinstance(function.body.func, ast.Attribute):
            if function.body.func.attr == "copy":
                return False
    return None


def _alias(
    module: Module,
    node: ast.Name,
    store: ast.Assign | ast.AnnAssign | ast.NamedExpr,
    call: ast.stmt,
    kept: Held,
    copied: bool,
) -> Held | None:
    """What a second name for the buffers means: nothing, if it is not read after the call."""
    targets = list(store.targets) if isinstance(store, ast.Assign) else [store.target]
    if len(targets) == 1 and store.value is not None:
        # `best, best_params = loss, params`
        pairs = paired(targets[0], store.value)
        targets = [t for t, v in pairs if any(n is node for n in ast.walk(v))]
    if any(is_name(t, node.id) for t in targets):
        return None
    for target in targets:
        if not isinstance(target, ast.Name) or module.scope[target] is not module.scope[call]:
            return kept
        read = first_read(module, call, target)
        if read is not None:
            why = f"`{target.id}` holds the old value, and line {read.lineno} reads it"
            return Held(why, certain=not copied)
    return None


def comes_before(module: Module, node: ast.AST, call: ast.stmt) -> bool:
    """Whether the call runs once more after a node: it stands below, or in a loop with it."""
    if module.function(node) is not module.function(call):
        return True
    if module.statement(node).lineno < call.lineno:
        return True
    loops = [a for a in module.ancestors(call) if isinstance(a, (ast.For, ast.While))]
    return any(a in loops for a in module.ancestors(node))


def _comes_round(module: Module, node: ast.Name, filling: ast.Call) -> bool:
    """Whether a function keeps a variable in a container that outlives it, and gives it back to
    its caller, who had given it: the next call is handed what the one before has kept."""
    function = module.function(node)
    if not isinstance(function, DEFINITIONS):
        return False
    home, own = module.scope[node].holder(node.id), module.scopes.get(function)
    kinds = {b.kind for b in home.bindings[node.id]} if home is not None else set()
    returned = module.inside(ast.Return, function)
    if home is not own or "param" not in kinds or node.id not in read_names(*returned):
        return False
    container = filling.func
    while isinstance(container, (ast.Attribute, ast.Subscript)):
        container = container.value
    if not isinstance(container, ast.Name):
        return False
    outer = module.scope[container].holder(container.id)
    if outer is None or outer is not own:
        return True
    return any(b.kind == "param" for b in outer.bindings[container.id])


_FILLING = frozenset({"append", "put", "add", "insert", "setdefault", "extend", "send"})
_METADATA = METADATA | {"step", "apply_fn", "tx"}
_VIEWS = frozenset({"astype", "reshape", "view", "ravel", "replace", "copy"})
ALIASING = {
    *LEAF_MAPS,
    "jax.numpy.asarray", "jax.device_put", "jax.tree.leaves", "jax.tree_util.tree_leaves",
    "jax.block_until_ready", "jax.numpy.reshape", "jax.tree.flatten",
    "jax.tree_util.tree_flatten", "jax.numpy.ravel",
}  # fmt: skip
