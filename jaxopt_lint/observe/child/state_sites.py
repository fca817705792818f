"""Puts probes where a module reads and stores state: attributes, items, and global names.

What traced code does there is looked at by `outside.py`. Standard library only.
"""

from __future__ import annotations

import ast
from typing import Any

from .sites import KEPT, KEPT_NAME, READ, READ_NAME, Sites, written

# Methods by which a container keeps what it is given.
KEEPING = {"append", "appendleft", "extend", "insert", "setdefault", "update"}
# Methods of a container that give what it holds.
_HELD = {"get", "setdefault"}


class StateSites(Sites):
    """Probes for state; an assignment that stores it is followed by one."""

    def kept(
        self, node: ast.stmt, targets: list[ast.expr], changed: bool = False
    ) -> list[ast.stmt]:
        """Probes for the state that is stored by an assignment, to stand behind it."""
        out: list[ast.stmt] = []
        for target in targets:
            if isinstance(target, (ast.Tuple, ast.List)):
                out += self.kept(node, target.elts, changed)
            elif isinstance(target, ast.Attribute):
                out += self._kept_of(node, target.value, f".{self._own(target)}", changed)
            elif isinstance(target, ast.Subscript):
                out += self.kept_item(node, target.value, changed)
            elif isinstance(target, ast.Name) and target.id in self.globals:
                out += self._kept_of(node, target, "", changed, KEPT_NAME)
        return out

    def kept_item(
        self, node: ast.stmt, container: ast.expr, changed: bool = False
    ) -> list[ast.stmt]:
        """The same for what a container keeps, or one that it holds itself: `seen[name].append`."""
        container = _outermost(container)
        if isinstance(container, ast.Attribute):
            way = f".{self._own(container)}[]"
            return self._kept_of(node, container.value, way, changed)
        return self._kept_of(node, container, "[]", changed)

    def _kept_of(
        self, node: ast.stmt, owner: ast.expr, way: str, changed: bool, probe: str = KEPT
    ) -> list[ast.stmt]:
        inside = self.scopes and self.scopes[-1][1] and self.watching()
        if not inside or not isinstance(owner, ast.Name) or owner.id in self.names.imported:
            return []
        number = self.site(node, "kept", owner.id + way)
        self.sites[number].literal = changed
        value = ast.copy_location(ast.Name(owner.id, ast.Load()), node)
        return [ast.copy_location(ast.Expr(self.probe(probe, number, value, at=node)), node)]

    def called(self, node: ast.expr) -> ast.expr:
        """A callee: what it is an attribute of may be state, a method is none."""
        if isinstance(node, ast.Attribute):
            keeps = node.attr in KEEPING and isinstance(node.value, ast.Attribute)
            node.value = self.called(node.value) if keeps else self.visit(node.value)
            return node
        out: ast.expr = self.visit(node)
        return out

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        state = isinstance(node.ctx, ast.Load) and self.may_be_state(node.value)
        name = written(node)
        node.value = self.visit(node.value)
        if state:
            node.value = self.read(node, "attribute", name, self._own(node))
        return node

    def visit_Name(self, node: ast.Name) -> Any:
        inside = self.scopes and self.scopes[-1][1] and self.watching()
        if not inside or not isinstance(node.ctx, ast.Load) or node.id not in self.names.changing:
            return node
        return self.probe(READ_NAME, self.site(node, "name", node.id), node, at=node)

    def _own(self, node: ast.Attribute) -> str:
        """The name of an attribute as objects have it: Python renames those private to a class."""
        name = node.attr
        if name.startswith("__") and not name.endswith("__"):
            for scope, is_function in reversed(self.scopes):
                if not is_function:
                    return f"_{scope.lstrip('_')}{name}"
        return name

    def may_be_state(self, base: ast.expr) -> bool:
        while isinstance(base, ast.Attribute):
            base = base.value
        return bool(
            self.scopes
            and self.scopes[-1][1]
            and self.watching()
            and isinstance(base, ast.Name)
            and base.id not in self.names.imported
        )

    def read(self, node: Any, what: str, name: str, key: str) -> ast.Call:
        number = self.site(node, what, name)
        self.sites[number].literal = key
        return self.probe(READ, number, node.value, at=node.value)


def _outermost(container: ast.expr) -> ast.expr:
    """The container that holds this one, or holds one that does."""
    while True:
        if isinstance(container, ast.Subscript):
            container = container.value
        elif (
            isinstance(container, ast.Call)
            and isinstance(container.func, ast.Attribute)
            and container.func.attr in _HELD
        ):
            container = container.func.value
        else:
            return container
