"""Turns calls of the experimental `shard_map` into calls of `jax.shard_map`."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.patterns.experimental_shard_map import OLD, OldShardMap
from jaxopt_lint.rewriting.arguments import COMMA, EQUAL
from jaxopt_lint.semantics.python import keywords

_ORDER = ("f", "mesh", "in_specs", "out_specs", "check_rep", "auto")

_IS_OLD, _SINCE, _NO_AUTO = _PRECONDITIONS = (
    Precondition(
        "is-the-experimental-one",
        "What is called is the `shard_map` of `jax.experimental`, with its options written out.",
    ),
    Precondition(
        "jax-has-shard-map", "The oldest JAX that the project supports has `jax.shard_map`."
    ),
    Precondition(
        "no-automatic-axes",
        "No axes are left to the compiler with `auto`, which is said the other way round now.",
    ),
)


class ShardMap(Codemod[OldShardMap]):
    """Use `jax.shard_map`."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, found: OldShardMap) -> None:
        if not found.uses:
            self.refuse("nothing in this file calls the experimental `shard_map`", _IS_OLD)
        self.needs((0, 6, 1), "JAX {} has no `jax.shard_map`", _SINCE)
        for use in found.uses:
            self._one(use)

    def _one(self, node: ast.AST) -> None:
        call, first = self.application(node, _IS_OLD)
        self.replace(call, self._call(call, node, first))

    def _call(self, call: ast.Call, node: ast.AST, first: int) -> cst.Call:
        old = self.cst(call)
        new = self.spell("jax.shard_map", at=node)
        head: list[cst.Arg] = [old.args[0].with_changes(value=new)] if first else []
        mapped: list[cst.Arg] = []
        for position, arg in enumerate(old.args[first:]):
            if arg.star:
                self.refuse("its arguments are unpacked from a sequence or a mapping", _IS_OLD)
            name = arg.keyword.value if arg.keyword is not None else _ORDER[position]
            if name not in _ORDER:
                self.refuse(f"`shard_map` has no option `{name}`")
            if name == "f":
                head.append(arg.with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT))
            else:
                mapped.append(self._option(arg, name, call))
        if mapped and len(head) > first and old.args[first].keyword is not None:
            # `f=` may stand anywhere, the function has to come first.
            head[-1] = head[-1].with_changes(comma=COMMA)
            mapped[-1] = mapped[-1].with_changes(comma=old.args[-1].comma)
        return old.with_changes(func=old.func if first else new, args=[*head, *mapped])

    def _option(self, arg: cst.Arg, name: str, call: ast.Call) -> cst.Arg:
        value = arg.value
        if name == "check_rep":
            name = "check_vma"
        elif name == "auto":
            name = "axis_names"
            value = self._axes(value, call)
            self.lower(_NO_AUTO, "the axes of `axis_names` are those that `auto` leaves out")
        return arg.with_changes(keyword=cst.Name(name), value=value, equal=EQUAL)

    def _axes(self, auto: cst.BaseExpression, call: ast.Call) -> cst.BaseExpression:
        mesh = keywords(call).get("mesh")
        if mesh is None:
            given = call.args[1:] if self.facts.names.call(call) == OLD else call.args[2:]
            mesh = given[0] if given else None
        if not isinstance(mesh, (ast.Name, ast.Attribute)):
            self.refuse("`auto` names axes of a mesh that has no name here")
        axes = cst.parse_expression(f"set({self.code(mesh)}.axis_names)")
        if isinstance(auto, cst.BinaryOperation | cst.IfExp | cst.Lambda | cst.BooleanOperation):
            auto = auto.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        return cst.BinaryOperation(axes, cst.Subtract(), auto)
