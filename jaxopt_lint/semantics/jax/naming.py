"""Names that a rewrite may bind: what is taken around a place, other rewrites of the run included.

Fixes are worked out one by one on the same text and then applied together, so that a name which
is free in the text may be the one that another fix has just chosen. A run therefore reserves the
names of each fix that it will apply, in source order, and the next fix finds them taken.
"""

from __future__ import annotations

import ast
from collections import Counter
from functools import cached_property

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.python import DEFINITIONS, Module


class Naming:
    """The names of one file that are taken."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self._reserved: dict[ast.AST, set[str]] = {}
        self._everywhere: set[str] = set()
        self._imported: dict[str, set[str]] = {}  # reserved name -> what it is imported from
        self._meanings: dict[str, str] = {}
        self._used: dict[ast.AST, set[str]] = {}

    def reserve(self, at: ast.AST, name: str, imported: str = "") -> None:
        """Keep a name for a rewrite that binds it in the scope of a node.

        Args:
            imported: what the name is imported from, where it is.
        """
        root = self._root(at)
        if root is self.module.tree and isinstance(at, DEFINITIONS):
            root = at
        self._reserved.setdefault(root, set()).add(name)
        self._everywhere.add(name)
        top = imported if at is self.module.tree else ""
        self._imported.setdefault(name, set()).add(top)

    def taken(self, at: ast.AST, name: str) -> bool:
        """Whether something around a node reads or binds a name, or will.

        Around a node is the outermost function that it is in, and the top of the file.
        """
        if name in self.module.top.bindings or name in self._used_in(self._root(at)):
            return True
        return self.reserved(name, at)

    def anywhere(self, name: str) -> bool:
        """Whether anything in the file reads or binds a name, or will."""
        return name in self._all or name in self._everywhere

    @cached_property
    def holders(self) -> Counter[str]:
        """In how many scopes of the file each name is bound."""
        return Counter(n for scope in self.module.scopes.values() for n in scope.bindings)

    def reserved(self, name: str, at: ast.AST | None = None) -> bool:
        """Whether a rewrite of the run will bind a name around a node, or in whatever scope."""
        root, top = self._root(at) if at is not None else self.module.tree, self.module.tree
        if root is top:
            return name in self._everywhere
        return any(name in self._reserved.get(where, ()) for where in (root, top))

    def imports_only(self, name: str, imported: str) -> bool:
        """Whether all that rewrites of the run bind by a name is one import at the top."""
        return self._imported.get(name) == {imported}

    def agreed(self, name: str, meaning: str) -> bool:
        """Whether all who asked for a name want it for the same, as rewrites that share a mesh."""
        return self._meanings.setdefault(name, meaning) == meaning

    @cached_property
    def _all(self) -> set[str]:
        return self._used_in(self.module.tree).union(self.holders)

    def _root(self, at: ast.AST) -> ast.AST:
        """The outermost function around a node, or else the file."""
        around = [n for n in self.module.ancestors(at) if isinstance(n, DEFINITIONS)]
        return around[-1] if around else self.module.tree

    def _used_in(self, root: ast.AST) -> set[str]:
        if root not in self._used:
            used = self._used[root] = set()
            for node in ast.walk(root):
                if isinstance(node, ast.Name):
                    used.add(node.id)
                elif isinstance(node, ast.arg):
                    used.add(node.arg)
                elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    used.add(node.name)
        return self._used[root]


@fact
def naming(facts: Facts) -> Naming:
    """The names that are taken, by rewrites of this run too."""
    return Naming(facts.module)
