"""Networks that a loop runs on what grows on the way: generation, token by token.

Whether the loop is traced makes no difference to it: run as it is, every operation of the network
is compiled for each length; under a trace the whole network is, once for each turn.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.machine.annotations import believed_of, present
from jaxopt_lint.semantics.jax.machine.values import Network

_APPLIED = ("linen", "haiku")  # their modules compute in `apply`


def network_called(facts: Facts, call: ast.Call, loop: ast.AST) -> str:
    """What is said of a call that is a pass of one network, the same on every turn of a loop: of
    the object whose method the loop stands in, of one that is made before it, or of a parameter
    that is said to be one; else ""."""
    func, module = call.func, facts.module
    applied = isinstance(func, ast.Attribute) and func.attr == "apply"
    model = func.value if applied and isinstance(func, ast.Attribute) else func
    if not isinstance(model, ast.Name):
        return ""
    if module.is_self(model):
        function = module.function(call)
        owner = module.owner(call)
        called = not applied and function is not None
        itself = called and getattr(function, "name", "") != "__call__"
        return model.id if itself and framework_of(facts, owner) is not None else ""
    if not tracing(facts).untraced(module.function(call)):
        return ""
    binding = facts.names.only_binding(model)
    if binding is not None and isinstance(binding.node, ast.arg):
        said = believed_of(facts, present(facts, binding.node.annotation))
        named = applied == (isinstance(said, Network) and said.framework in _APPLIED)
        return facts.module.source(func) if named and isinstance(said, Network) else ""
    made = binding.value if binding is not None else None
    if not isinstance(made, ast.Call) or module.within(made, loop):
        return ""
    owner_binding = facts.names.only_binding(made.func)
    node = owner_binding.node if owner_binding is not None else None
    own = framework_of(facts, node) if isinstance(node, ast.ClassDef) else None
    known = own or facts.project.networks.get(facts.names.of(made.func) or "")
    return facts.module.source(func) if known else ""


def cropped(facts: Facts, node: ast.expr) -> list[ast.expr]:
    """The array of which the last part is taken, as soon as it is longer than that: `x[-n:]`,
    `x if x.shape[0] <= n else x[-n:]`."""
    made = facts.names.value(node) if isinstance(node, ast.Name) else node
    ways = [made.body, made.orelse] if isinstance(made, ast.IfExp) else [made]
    found = [_last_part(way) for way in ways]
    return [one for one in found if one is not None]


def _last_part(node: ast.expr | None) -> ast.Name | None:
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        cuts = [part for part in parts if isinstance(part, ast.Slice) and part.lower is not None]
        ends = [cut for cut in cuts if cut.upper is None and isinstance(cut.lower, ast.UnaryOp)]
        return node.value if len(cuts) == len(ends) == 1 else None
    return node if isinstance(node, ast.Name) else None
