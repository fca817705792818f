"""Whether a variable, or a field of one, is read again after a statement, on some way on from
there."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.python.liveness import assigned_names
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.semantics.python.nodes import LOOPS, Loop
from jaxopt_lint.semantics.python.scopes import COMPREHENSIONS, FUNCTIONS
from jaxopt_lint.semantics.python.walking import walk

Place = ast.Name | ast.Attribute


def first_read(module: Module, statement: ast.stmt, place: Place) -> Place | None:
    """A read of the array that a variable, or a field of one, holds at a statement, on some way on
    from there.

    Reads of what is known without the array (`x.shape`, `x is None`) do not count, and nothing is
    known of a field behind what may store in it.
    """
    name = place.value if isinstance(place, ast.Attribute) else place
    if not isinstance(name, ast.Name):
        return None
    found = _Fields(module, name.id, place) if place is not name else _Reads(module, name.id)
    if found.ends(statement) or isinstance(statement, (ast.Return, ast.Raise)):
        return None
    if module.scope[name].holder(name.id) is not module.scope[statement]:
        return None
    inner: ast.AST = statement
    while True:
        around = module.parent.get(inner)
        if around is None or not isinstance(inner, ast.stmt):
            return None
        read, falls = found.block(module.behind(inner))
        if read is not None or not falls:
            return read
        if isinstance(around, LOOPS) and inner in around.body:
            read = found.again(around)
            if read is not None:
                return read
        if isinstance(around, (*FUNCTIONS, ast.Module, ast.ClassDef)):
            return None
        inner = around


class _Reads:
    def __init__(self, module: Module, name: str) -> None:
        self.module = module
        self.name = name

    def ends(self, statement: ast.stmt) -> bool:
        """Whether something else is in the variable behind a statement."""
        return self.name in assigned_names(statement)

    def again(self, loop: Loop) -> Place | None:
        """A read on the next turn of a loop."""
        if isinstance(loop, ast.While):
            read = self.reads(loop.test)
            return read or self.block(loop.body)[0]
        if self.name in assigned_names(loop.target):
            return None
        return self.block(loop.body)[0]

    def block(self, body: list[ast.stmt]) -> tuple[Place | None, bool]:
        """The first read, and whether the end is reached with the array still in the variable."""
        for statement in body:
            read, falls = self.statement(statement)
            if read is not None or not falls:
                return read, falls
        return None, True

    def statement(self, node: ast.stmt) -> tuple[Place | None, bool]:
        if isinstance(node, ast.If):
            read = self.reads(node.test)
            first, second = self.block(node.body), self.block(node.orelse)
            return read or first[0] or second[0], first[1] or second[1]
        if isinstance(node, LOOPS):
            head = node.test if isinstance(node, ast.While) else node.iter
            return self.reads(head) or self.again(node), True
        if isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                read = self.reads(item.context_expr)
                if read is not None:
                    return read, True
            return self.block(node.body)
        if isinstance(node, ast.Try):
            read, falls = self.block(node.body)
            return read, True if node.handlers else falls
        if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Match)):
            return None, True
        if isinstance(node, (ast.Break, ast.Continue)):
            return None, False
        read = self.reads(node)
        falls = not isinstance(node, (ast.Return, ast.Raise))
        return read, falls and not self.ends(node)

    def reads(self, node: ast.AST) -> Place | None:
        for found in self.module.inside(ast.Name, node):
            if found.id == self.name:
                if isinstance(found.ctx, ast.Load) and not self._metadata(found):
                    return found
        return None

    def _metadata(self, node: Place) -> bool:
        around: ast.AST = self.module.parent[node]
        part: ast.expr = node
        while isinstance(around, (ast.Attribute, ast.Subscript)) and around.value is part:
            # `batch["image"].shape` needs no array either.
            if isinstance(around, ast.Attribute) and around.attr in _METADATA:
                return True
            part = around
            around = self.module.parent[part]
        if part is not node:
            # `batch["mask"] = ...` and `del batch["mask"]` change the container alone.
            stored = isinstance(part, ast.Subscript) and not isinstance(part.ctx, ast.Load)
            return stored and not isinstance(around, ast.AugAssign)
        if isinstance(around, ast.Compare):
            return all(isinstance(op, (ast.Is, ast.IsNot)) for op in around.ops)
        if isinstance(around, ast.Call) and node in around.args:
            func = around.func
            if isinstance(func, ast.Name) and func.id in ("len", "isinstance", "type", "id"):
                return True
            if isinstance(func, ast.Attribute) and func.attr in _OF_SHAPES:
                return True
            if _deletes(around.args[0]):
                return True
        inner: ast.AST = node
        for outer in self.module.ancestors(node):
            if isinstance(outer, (ast.Lambda, *COMPREHENSIONS)):
                # Another variable of the same name, or another time.
                return self.module.scope[node].holder(self.name) is self.module.scopes.get(outer)
            if isinstance(outer, ast.stmt):
                break
            inner = outer
        return isinstance(inner, ast.arguments)


class _Fields(_Reads):
    """The same of a field: `self.weights`."""

    def __init__(self, module: Module, name: str, place: Place) -> None:
        super().__init__(module, name)
        self.field = place.attr if isinstance(place, ast.Attribute) else ""

    def ends(self, statement: ast.stmt) -> bool:
        if super().ends(statement):
            return True
        fields = self.module.inside(ast.Attribute, statement)
        if any(self._is_it(f) and not isinstance(f.ctx, ast.Load) for f in fields):
            return True
        return bool(self._stirring(statement))

    def reads(self, node: ast.AST) -> Place | None:
        stirring = self._stirring(node)
        for found in self.module.inside(ast.Attribute, node):
            if self._is_it(found) and isinstance(found.ctx, ast.Load):
                given = [a for call in stirring for a in (*call.args, *call.keywords)]
                before = not stirring or any(n is found for one in given for n in walk(one))
                if before and not self._metadata(found):
                    return found
        return None

    def _is_it(self, node: ast.Attribute) -> bool:
        whose = node.value
        return node.attr == self.field and isinstance(whose, ast.Name) and whose.id == self.name

    def _stirring(self, node: ast.AST) -> list[ast.Call]:
        """The calls that may store in the field: of methods, and of what gets the whole object."""
        return [
            call
            for call in self.module.inside(ast.Call, node)
            if any(
                isinstance(part, ast.Name) and part.id == self.name
                for part in (
                    call.func.value if isinstance(call.func, ast.Attribute) else call.func,
                    *call.args,
                    *(keyword.value for keyword in call.keywords),
                )
            )
        ]


def _deletes(function: ast.expr) -> bool:
    """Whether a function is `lambda leaf: leaf.delete()`, or asks the leaf for metadata alone."""
    if not isinstance(function, ast.Lambda) or len(function.args.args) != 1:
        return False
    body = function.body.func if isinstance(function.body, ast.Call) else function.body
    return (
        isinstance(body, ast.Attribute)
        and body.attr in _METADATA
        and isinstance(body.value, ast.Name)
        and body.value.id == function.args.args[0].arg
    )


_METADATA = frozenset(
    {"shape", "dtype", "ndim", "size", "delete", "is_deleted", "sharding", "nbytes", "aval",
     "keys", "apply_fn", "tx", "weak_type", "devices", "device"}
)  # fmt: skip
_OF_SHAPES = frozenset(
    {"eval_shape", "structure", "tree_structure", "shape", "ndim", "typeof", "lower"}
)
