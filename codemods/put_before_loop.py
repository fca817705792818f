"""Puts a value on the device once, before the loop that uses it."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.patterns.device_put_in_step import Put
from jaxopt_lint.semantics.jax.excerpt import fresh


class PutBeforeLoop(Codemod[Put]):
    """Put the value on the device once, before the loop."""

    def rewrite(self, found: Put) -> None:
        node = found.node
        if found.loop is None:
            self.refuse("no loop repeats this")
        if not found.known:
            self.refuse("somebody who is not known gets the result, and may donate it")
        statement = self.module.statement(node)
        if self.module.parent[node] is not statement:
            word = found.value.id if isinstance(found.value, ast.Name) else found.value.attr  # type: ignore[attr-defined]
            name = fresh(self.facts, statement, f"{word}_on_device")
            self.insert_before(found.loop, [f"{name} = {self.code(node)}"])
            self.replace(node, name)
            return
        assert isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
        name = statement.targets[0].id
        holder = self.module.scope[statement.targets[0]].holder(name)
        if holder is None or len(holder.bindings[name]) != 1:
            self.refuse(f"`{name}` is stored elsewhere, too")
        if len(self.module.block_of(statement)) == 1:
            self.refuse("the loop would be empty without it")
        self.insert_before(found.loop, [self.code(statement)])
        self.remove(statement)
