"""Python loops that take an optimizer's step leaf by leaf.

A leaf is `tree[key]` for the key of the loop, or a name that the head of the loop takes from a
tree. An update is a leaf minus something made of the leaf of a gradient.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.arguments import passed
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, fact
from jaxopt_lint.semantics.python import FUNCTIONS, first_of

_Looping = ast.For | ast.ListComp | ast.DictComp


@dataclass(frozen=True, slots=True)
class LeafUpdate:
    """One loop over leaves.

    Attributes:
        node: the loop or comprehension.
        tree: what is updated.
        values: the new leaves, as they are written; several where a leaf is a tuple of arrays.
        leaves: every leaf in them, with the tree that it is of.
        target: the tree that the new leaves are stored in, for statements.
        simple: the loop does nothing else, and uses its key for leaves only.
    """

    node: _Looping
    tree: ast.expr
    values: tuple[ast.expr, ...]
    leaves: dict[ast.expr, ast.expr]
    target: ast.Name | None
    simple: bool


@fact
def leaf_updates(facts: Facts) -> dict[ast.AST, LeafUpdate]:
    """The updates of a file that are made leaf by leaf, by loop."""
    loops = facts.module.all(ast.For, ast.ListComp, ast.DictComp)
    return {n: update for n in loops if (update := _Look(facts, n).update()) is not None}


class _Look:
    def __init__(self, facts: Facts, node: _Looping) -> None:
        self.facts = facts
        self.node = node
        self.key: str = ""
        self.names: dict[str, ast.expr] = {}

    def update(self) -> LeafUpdate | None:
        node = self.node
        if isinstance(node, ast.For):
            if node.orelse:
                return None
            self._head(node.target, node.iter)
            return self._statements(node)
        if len(node.generators) != 1 or node.generators[0].ifs:
            return None
        self._head(node.generators[0].target, node.generators[0].iter)
        value = node.value if isinstance(node, ast.DictComp) else node.elt
        if isinstance(node, ast.DictComp):
            if not (isinstance(node.key, ast.Name) and node.key.id == self.key):
                return None
        values = tuple(value.elts) if isinstance(value, ast.Tuple) else (value,)
        return self._judged(values, None, alone=True)

    def _head(self, target: ast.expr, iterated: ast.expr) -> None:
        """Which names of the loop's head stand for leaves, and which is the key."""
        builtin = self.facts.names.is_builtin
        if isinstance(iterated, ast.Call):
            func = iterated.func
            if builtin(func, "zip") and isinstance(target, ast.Tuple):
                for item, tree in zip(target.elts, iterated.args, strict=False):
                    self._take(item, tree)
            elif builtin(func, "range") and len(iterated.args) == 1:
                if self.facts.names.measured(iterated.args[0]) is not None:
                    self._take_key(target)
            elif isinstance(func, ast.Attribute) and func.attr == "items":
                if isinstance(target, ast.Tuple) and len(target.elts) == 2:
                    self._take_key(target.elts[0])
                    self._take(target.elts[1], func.value)
            elif isinstance(func, ast.Attribute) and func.attr == "keys":
                self._take_key(target)
        elif isinstance(iterated, (ast.Name, ast.Attribute)):
            self._take_key(target)

    def _take(self, target: ast.expr, tree: ast.expr) -> None:
        for item in target.elts if isinstance(target, ast.Tuple) else [target]:
            if isinstance(item, ast.Name):
                self.names[item.id] = tree

    def _take_key(self, target: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self.key = target.id

    # -- what is made of the leaves -----------------------------------------------------

    def _statements(self, node: ast.For) -> LeafUpdate | None:
        for statement in node.body:
            if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
                target, value = statement.targets[0], statement.value
            elif isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Sub):
                target = statement.target
                read = ast.parse(ast.unparse(target), mode="eval").body
                old = ast.copy_location(read, target)
                value = ast.copy_location(ast.BinOp(old, ast.Sub(), statement.value), statement)
                if self._tree_of(target) is None:
                    continue
                found = self._of_gradients(statement.value, node)
                if found and isinstance(target, ast.Subscript):
                    leaves = {target: target.value, **self._leaves(statement.value)}
                    if self._gradient(target.value):
                        return None
                    name = target.value if isinstance(target.value, ast.Name) else None
                    simple = len(node.body) == 1 and name is not None
                    simple = simple and self._only_leaves((statement.value,), leaves)
                    return LeafUpdate(node, target.value, (value,), leaves, name, simple)
                continue
            else:
                continue
            if isinstance(target, ast.Subscript) and self._is_key(target.slice):
                update = self._judged((value,), target.value, alone=len(node.body) == 1)
                if update is not None:
                    return update
        return None

    def _judged(
        self, values: tuple[ast.expr, ...], stored: ast.expr | None, *, alone: bool
    ) -> LeafUpdate | None:
        trees: dict[str, ast.expr] = {}
        leaves: dict[ast.expr, ast.expr] = {}
        for value in values:
            if not isinstance(value, ast.BinOp) or not isinstance(value.op, ast.Sub):
                return None
            tree = self._tree_of(value.left)
            if tree is None or not self._of_gradients(value.right, self.node):
                return None
            if self._gradient(tree):
                return None
            trees[ast.unparse(tree)] = tree
            leaves |= self._leaves(value)
        if len(trees) != 1:
            return None
        tree = next(iter(trees.values()))
        target = stored if isinstance(stored, ast.Name) else None
        simple = alone and self._only_leaves(values, leaves)
        simple = simple and (stored is None or target is not None)
        return LeafUpdate(self.node, tree, values, leaves, target, simple)

    def _is_key(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and bool(self.key) and node.id == self.key

    def _tree_of(self, node: ast.expr) -> ast.expr | None:
        """The tree that an expression is a leaf of."""
        if isinstance(node, ast.Name):
            return self.names.get(node.id)
        if isinstance(node, ast.Subscript) and self._is_key(node.slice):
            if isinstance(node.value, (ast.Name, ast.Attribute)):
                return node.value
        return None

    def _leaves(self, value: ast.expr) -> dict[ast.expr, ast.expr]:
        out: dict[ast.expr, ast.expr] = {}
        pending: list[ast.AST] = [value]
        while pending:
            node = pending.pop()
            tree = self._tree_of(node) if isinstance(node, ast.expr) else None
            if tree is not None and isinstance(node, ast.expr):
                out[node] = tree
            else:
                pending += ast.iter_child_nodes(node)
        return out

    def _only_leaves(self, values: tuple[ast.expr, ...], leaves: dict[ast.expr, ast.expr]) -> bool:
        """Whether the values use the key for nothing but leaves."""
        pending: list[ast.AST] = list(values)
        while pending:
            node = pending.pop()
            if node in leaves:
                continue
            if isinstance(node, ast.Name) and (node.id == self.key or node.id in self.names):
                return False
            if isinstance(node, (ast.Lambda, ast.ListComp, ast.NamedExpr)):
                return False
            pending += ast.iter_child_nodes(node)
        return True

    # -- gradients ----------------------------------------------------------------------

    def _of_gradients(self, value: ast.expr, loop: ast.AST) -> bool:
        """Whether a step is made of the leaf of a gradient, perhaps through a name of the loop."""
        if any(self._gradient(tree) for tree in self._leaves(value).values()):
            return True
        if not isinstance(loop, ast.For):
            return False
        read = {ast.unparse(n) for n in ast.walk(value) if isinstance(n, (ast.Name, ast.Subscript))}
        stores = [s for s in loop.body if isinstance(s, ast.Assign) and s.value is not value]
        made = [s.value for s in stores if read & {ast.unparse(t) for t in s.targets}]
        return any(self._gradient(tree) for m in made for tree in self._leaves(m).values())

    def _gradient(self, tree: ast.expr) -> bool:
        """Whether a tree is seen to be made as a gradient, here or by all callers."""
        found = _is_gradient(self.facts, tree, 3)
        if not found:
            self.facts.doubt(tree, "{} is not known to hold gradients", tree, early=True)
        return found


def _is_gradient(facts: Facts, tree: ast.expr, depth: int) -> bool:
    if isinstance(tree, ast.Call):
        return "grad" in _kinds(facts, tree)
    bindings = facts.names.binding(tree) if isinstance(tree, ast.Name) and depth else []
    for binding in bindings:
        if binding.kind in ("assign", "target") and isinstance(binding.node, ast.Assign):
            if _takes_gradient(facts, binding.node, binding.name):
                return True
    if len(bindings) != 1 or bindings[0].kind != "param":
        return False
    home = facts.module.scope[tree].holder(bindings[0].name)
    if home is None or not isinstance(home.node, FUNCTIONS):
        return False
    given = passed(facts, home.node, bindings[0].name)
    return given is not None and all(_is_gradient(facts, value, depth - 1) for value in given)


def _kinds(facts: Facts, call: ast.Call) -> list[str]:
    callee = calls(facts).callee(call.func)
    return [TRANSFORMS[n].kind for n, _ in callee.wraps] if callee is not None else []


def _takes_gradient(facts: Facts, statement: ast.Assign, name: str) -> bool:
    if not isinstance(statement.value, ast.Call):
        return False
    kinds = _kinds(facts, statement.value)
    target = statement.targets[0]
    if "value_and_grad" in kinds:
        last = target.elts[-1] if isinstance(target, ast.Tuple) else None
        return isinstance(last, ast.Name) and last.id == name
    return "grad" in kinds and isinstance(target, ast.Name)


def sources(update: LeafUpdate) -> Iterator[ast.expr]:
    """The trees that an update reads, each once, the updated one first."""
    ordered = sorted(update.leaves.items(), key=lambda item: (item[0].lineno, item[0].col_offset))
    every = (update.tree, *(tree for _, tree in ordered))
    yield from first_of((ast.unparse(tree), tree) for tree in every).values()
