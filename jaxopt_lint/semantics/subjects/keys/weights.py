"""Which calls of `init` are those of networks, though what they are called of is not seen."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, fact
from jaxopt_lint.semantics.python import is_name


@fact
def initialized_networks(facts: Facts) -> set[ast.Call]:
    """The calls `net.init(key, x)` of a file whose result the same function hands to `net.apply`:
    an optimizer has no `apply`"""
    found: set[ast.Call] = set()
    for func in facts.module.attributes("apply"):
        call = facts.module.parent[func]
        function = facts.module.function(func)
        if not isinstance(call, ast.Call) or call.func is not func or function is None:
            continue
        first = call.args[0] if call.args else None
        if not isinstance(first, ast.Name) or facts.module.is_self(func.value):
            continue
        net = ast.unparse(func.value)
        for made in facts.module.inside(ast.Call, function):
            match made.func:
                case ast.Attribute(of, "init") if len(made.args) > 1 and ast.unparse(of) == net:
                    stored = facts.module.stored_by(made)
                    if stored is not None and any(is_name(t, first.id) for t in stored.targets):
                        found.add(made)
    return found
