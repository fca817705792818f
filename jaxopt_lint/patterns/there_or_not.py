"""Reads of an attribute that only ask whether there is something: `if not self.state:`."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, calls


def asks_if_there(facts: Facts, owner: ast.ClassDef, node: ast.Attribute) -> bool:
    """Whether a read only decides a branch, and what the attribute holds is None at first or what
    some call makes: no flag, which may be turned."""
    if not _decides(facts, node):
        return False
    stored = calls(facts).attribute_values(owner, node.attr)
    none = [v for v in stored if isinstance(v, ast.Constant) and v.value is None]
    made = [v for v in stored if isinstance(v, ast.Call) and not _gives_flag(facts, v)]
    return bool(none) and len(none) + len(made) == len(stored) and _others_unpack(facts, node)


def _decides(facts: Facts, node: ast.expr) -> bool:
    """Whether nothing but the truth of a value is asked: it is a test, or a part of one."""
    for inner, around in facts.module.way_out(node):
        if isinstance(around, ast.UnaryOp) and isinstance(around.op, ast.Not):
            continue
        if isinstance(around, (ast.If, ast.IfExp, ast.While, ast.Assert)):
            return around.test is inner
        if not isinstance(around, ast.BoolOp):
            return False
    return False


def _gives_flag(facts: Facts, call: ast.Call) -> bool:
    return facts.names.is_builtin(call.func, "bool", "int", "float", "any", "all", "isinstance")


def _others_unpack(facts: Facts, node: ast.Attribute) -> bool:
    """Whether each further store of the attribute takes it out of what several are held in:
    `(self.a, self.b) = state`."""
    stores = (n for n in facts.module.attributes(node.attr) if not isinstance(n.ctx, ast.Load))
    statements = ((n, facts.module.statement(n)) for n in stores)
    return all(
        isinstance(s, ast.Assign) and (n in s.targets or isinstance(s.value, (ast.Name, ast.Call)))
        for n, s in statements
    )
