"""Turns `pjit` into `jax.jit`, with shardings that know their mesh."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.rewriting.arguments import EQUAL
from jaxopt_lint.semantics.jax.api.pjit import (
    JIT_SHARDS,
    OLD_KEYWORDS,
    POSITIONAL,
    RENAMED,
    SHARDED,
)
from jaxopt_lint.semantics.python import Definition, layout
from jaxopt_lint.semantics.subjects.devices import meshes

_IS_PJIT, _SHARDS, _NO_SPECS = _PRECONDITIONS = (
    Precondition("is-pjit", "What is called is `pjit`, with its options written out."),
    Precondition(
        "jit-takes-shardings",
        "The oldest JAX that the project supports takes shardings in `jax.jit`.",
    ),
    Precondition(
        "no-bare-specs",
        "No sharding is given by a bare spec, which takes its mesh from the context.",
    ),
)


class JitWithShardings(Codemod[ast.expr | ast.keyword]):
    """Use `jax.jit` with shardings that name their mesh."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, node: ast.expr | ast.keyword) -> None:
        if isinstance(node, ast.keyword):
            self._rename(node)
            return
        self.needs(JIT_SHARDS, "`jax.jit` does not shard in JAX {}", _SHARDS)
        if isinstance(self.module.parent[node], Definition):
            self.replace(node, self.spell("jax.jit", at=node))
            return
        self._convert(node, *self.application(node, _IS_PJIT))

    def _rename(self, keyword: ast.keyword) -> None:
        self.needs(RENAMED, "JAX {} does not know the new keyword")
        arg = self.cst(keyword)
        assert isinstance(arg, cst.Arg) and arg.keyword is not None
        new = arg.keyword.with_changes(value=OLD_KEYWORDS[keyword.arg or ""])
        self.replace(keyword, arg.with_changes(keyword=new))

    def _convert(self, node: ast.AST, call: ast.Call, first: int) -> None:
        old = self.cst(call)
        values = [*call.args, *(k.value for k in call.keywords)]
        new = self.spell("jax.jit", at=node)
        args: list[cst.Arg] = [old.args[0].with_changes(value=new)] if first else []
        given = zip(old.args[first:], values[first:], strict=False)
        for position, (arg, value) in enumerate(given):
            if arg.star:
                self.refuse("its arguments are unpacked from a sequence or a mapping")
            name = arg.keyword.value if arg.keyword is not None else ""
            if not name and position >= len(POSITIONAL):
                self.refuse("more options are given by position than can be told apart")
            name = OLD_KEYWORDS.get(name, name) or POSITIONAL[position]
            if name == "fun":
                arg = arg.with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT)
            else:
                arg = arg.with_changes(keyword=cst.Name(name), equal=EQUAL)
            if name in SHARDED and not self._unspecified(value):
                self.lower(_NO_SPECS, f"`{name}={self.code(value)}` is bound to a mesh now")
                arg = arg.with_changes(value=self._bound(value, call))
            args.append(arg)
        done = old.with_changes(func=old.func if first else new, args=args)
        empty = cst.Module([])
        text = empty.code_for_node(done)
        if "\n" in text or call.col_offset + len(text) <= layout.WIDTH:
            self.replace(call, done)
            return
        parts = [empty.code_for_node(a.with_changes(comma=cst.MaybeSentinel.DEFAULT)) for a in args]
        text = layout.call(empty.code_for_node(done.func), parts, used=layout.WIDTH)
        self.replace(call, layout.continued(text, self.module, call))

    def _unspecified(self, value: ast.expr) -> bool:
        return (self.facts.names.of(value) or "").endswith((".UNSPECIFIED", "._UNSPECIFIED"))

    def _bound(self, value: ast.expr, call: ast.Call) -> cst.BaseExpression:
        """The same tree of specs, each bound to its mesh."""
        node = self.cst(value)
        if meshes.is_sharding(self.facts, value):
            return node
        if isinstance(value, ast.Constant) and value.value is None:
            return self._sharding(cst.Call(self.spell("jax.sharding.PartitionSpec", call)), call)
        if meshes.is_spec(self.facts, value):
            return self._sharding(node.with_changes(lpar=[], rpar=[]), call)
        parts: list[ast.expr] | None = getattr(value, "elts", None)
        if isinstance(value, ast.Dict) and None not in value.keys:
            parts = value.values
        if parts is not None and isinstance(node, cst.Tuple | cst.List | cst.Dict):
            both = zip(node.elements, parts, strict=True)
            elements = [e.with_changes(value=self._bound(v, call)) for e, v in both]
            return node.with_changes(elements=elements)
        if isinstance(value, ast.Name):
            found = self.facts.names.binding(value)
            if len(found) == 1 and isinstance(found[0].value, ast.Tuple):
                self.refuse(f"`{value.id}` holds several specs, which are not written at the call")
        self.refuse(f"whether `{self.code(value)}` holds bare specs is not to be seen here")

    def _sharding(self, spec: cst.BaseExpression, call: ast.Call) -> cst.Call:
        mesh = meshes.nameable(self.facts, call)
        if mesh is None:
            self.refuse("the mesh of its specs has no name here")
        sharding = self.spell("jax.sharding.NamedSharding", at=call)
        return cst.Call(sharding, [cst.Arg(cst.Name(mesh)), cst.Arg(spec)])
