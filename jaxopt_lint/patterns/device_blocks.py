"""The blocks that `jax.shard_map` hands to each device, for a function that was written for
`jax.pmap`: without the leading axis of callers inside, and with it outside."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import libcst as cst

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.patterns.pmap_data_parallel import Options
from jaxopt_lint.rewriting.swapping import swapped
from jaxopt_lint.semantics.python import layout


class Blocks:
    """How a function takes and gives blocks; a codemod spells it, and refuses what has no form.

    Args:
        options: those of the `pmap`.
    """

    def __init__(self, codemod: Codemod[Any], options: Options) -> None:
        self.codemod = codemod
        self.options = options

    def body(
        self, function: ast.FunctionDef, old: cst.FunctionDef, names: list[str]
    ) -> cst.BaseSuite:
        """The body on one device's block: without the leading axis inside, with it outside."""
        if not isinstance(old.body, cst.IndentedBlock):
            self.codemod.refuse("its body stands on the line of the `def`")
        swaps: dict[cst.CSTNode, cst.CSTNode] = {}
        for node in self.codemod.module.all(ast.Return, ast.Yield, ast.YieldFrom):
            if self.codemod.module.function(node) is not function:
                continue
            if not isinstance(node, ast.Return):
                self.codemod.refuse("it is a generator")
            if node.value is not None:
                swaps[self.codemod.cst(node.value)] = self._stacked(node.value)
        first = 0 if ast.get_docstring(function, clean=False) is None else 1
        body = list(swapped(old.body, swaps).body)
        squeeze = self._squeeze(self._mapped(names), function.body[0])
        if squeeze is not None:
            body.insert(first, cst.parse_statement(squeeze))
        return old.body.with_changes(body=body)

    def wrapped(self, argument: ast.expr, names: list[str] | None) -> list[str]:
        """The statements of a function that calls the given one on a device's block."""
        squeeze = self._squeeze(["*args"] if names is None else self._mapped(names), argument)
        function = self.codemod.code(argument)
        if isinstance(argument, ast.Lambda):
            result = self.codemod.code(argument.body)
        elif names is None and self.codemod.facts.names.call(argument) == "functools.partial":
            assert isinstance(argument, ast.Call)
            first = [*map(self.codemod.code, argument.args[1:]), "*args"]
            given = [*first, *map(self.codemod.code, argument.keywords)]
            result = f"{self.codemod.code(argument.args[0])}({', '.join(given)})"
        else:
            result = f"{function}({', '.join(names) if names is not None else '*args'})"
        if isinstance(self.options.out_axes, tuple):
            self.codemod.refuse(
                "`out_axes` differ, and the results are not written here one by one"
            )
        used = len(self.codemod.surgeon.indent(self.codemod.module.statement(argument))) + 11
        done = self._expand(result, argument, used).splitlines()
        return [*([squeeze] if squeeze else []), f"return {done[0]}", *done[1:]]

    def _squeeze(self, names: Sequence[str], at: ast.AST) -> str | None:
        tree = self.codemod.spelled("jax.tree.map", at)
        if not names:
            return None
        if names == ["*args"]:
            return f"args = {tree}(lambda x: x.squeeze(0), args)"
        both = ", ".join(names)
        value = f"({both})" if len(names) > 1 else both
        return f"{both} = {tree}(lambda x: x.squeeze(0), {value})"

    def _expand(self, value: str, at: ast.AST, used: int = 0) -> str:
        if self.options.out_axes is None:
            return value
        expand = f"lambda x: {self.codemod.spelled('jax.numpy.expand_dims', at)}(x, 0)"
        return layout.call(self.codemod.spelled("jax.tree.map", at), [expand, value], used=used)

    def _stacked(self, value: ast.expr) -> cst.BaseExpression:
        """A returned value with the leading axis of callers in front of each leaf."""
        out, used = self.options.out_axes, value.col_offset
        if not isinstance(out, tuple):
            return self._around(value, used)
        if not isinstance(value, ast.Tuple) or len(value.elts) != len(out):
            self.codemod.refuse("`out_axes` differ, and a result is not written as one tuple")
        node = self.codemod.cst(value)
        elements = [
            e if axis is None else e.with_changes(value=self._around(v, used))
            for e, v, axis in zip(node.elements, value.elts, out, strict=True)
        ]
        return node.with_changes(elements=elements)

    def _around(self, value: ast.expr, used: int) -> cst.BaseExpression:
        node = self.codemod.cst(value)
        if isinstance(node, cst.Tuple) and not node.lpar:
            node = node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        text = cst.Module([]).code_for_node(node)
        hole = "_" if "\n" in text else "_" * min(len(text), 200)
        call = cst.parse_expression(self._expand(hole, value, used))
        return swapped(call, {call.args[1].value: node}) if isinstance(call, cst.Call) else node

    def _mapped(self, names: list[str]) -> list[str]:
        axes = self.options.in_axes
        if axes is None:
            self.codemod.refuse("no argument is mapped")
        if not isinstance(axes, tuple):
            return self.dynamic(names)
        if len(axes) != len(names):
            self.codemod.refuse("`in_axes` does not fit the parameters of the function")
        return self.dynamic([n if a == 0 else "" for n, a in zip(names, axes, strict=True)])

    def dynamic(self, names: list[str]) -> list[str]:
        return [n for i, n in enumerate(names) if n and i not in self.options.static]
