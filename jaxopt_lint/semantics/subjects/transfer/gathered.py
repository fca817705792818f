"""Whether a loop only gathers what it fetches: then all of it can as well be fetched later.

What goes to a list, to a sum or to a meter, and is looked at behind the loop or on some turns only,
need not be on the host on the turn that computes it. What is printed, logged, tested, returned or
handed to anybody else on the turn itself has to be: to put off that fetch gains nothing, or cannot
be done.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.usual import usual
from jaxopt_lint.semantics.python import (
    COMPREHENSIONS,
    DEFINITIONS,
    LOOPS,
    Loop,
    is_name,
    names_in,
    root_of,
)
from jaxopt_lint.semantics.subjects.transfer.needs import counts
from jaxopt_lint.semantics.subjects.transfer.some_turns import leaves, some_turns, stored_in
from jaxopt_lint.semantics.subjects.transfer.steps import is_modulo, is_periodic
from jaxopt_lint.semantics.subjects.transfer.waits import waits

_PUT = frozenset({"append", "appendleft", "extend", "insert"})
_TAKE = frozenset({"clear", "pop", "popleft"})
_OF_VALUES = frozenset(
    {"item", "tolist", "mean", "sum", "min", "max", "copy", "astype", "reshape", "squeeze",
     "ravel", "flatten", "items", "values", "keys", "get"}
)  # fmt: skip
_BUILTINS = ("float", "int", "round", "abs", "min", "max", "sum", "list", "tuple", "dict", "bool",
             "zip", "sorted")  # fmt: skip
_COMPUTING = ("numpy.", "math.", "statistics.", "jax.device_get", "jax.tree.", "jax.tree_util.")


def only_gathered(facts: Facts, loop: ast.AST, node: ast.expr) -> bool:
    """Whether a loop, or a comprehension, does nothing with what a place gives but to gather it,
    and to look at that on some turns only; or counts its turns by it, which it can do by itself."""
    if isinstance(loop, COMPREHENSIONS):
        return _Gathering(facts, loop).kept(node)
    if not isinstance(loop, LOOPS):
        return False
    return _Gathering(facts, loop).kept(node) or _only_counts(facts, loop, node)


def only_returned(facts: Facts, node: ast.expr) -> bool:
    """Whether a function gives back what a place gives, and does nothing else with it."""
    function = facts.module.function(node)
    if not isinstance(function, DEFINITIONS):
        return False
    return _Gathering(facts, function, gives_back=True).kept(node)


class _Gathering:
    """Follows a value through the body of its loop, by the names that hold it.

    Args:
        loop: the loop, or the function.
        gives_back: to return the value is as good as to gather it.
    """

    def __init__(self, facts: Facts, loop: ast.AST, *, gives_back: bool = False) -> None:
        self.facts, self.loop, self.gives_back = facts, loop, gives_back
        self.seen: set[str] = set()
        self.stored = stored_in(facts, loop) if isinstance(loop, LOOPS) else frozenset[str]()

    def kept(self, node: ast.expr) -> bool:
        """Whether an expression goes nowhere but to what gathers."""
        for child, around in self.facts.module.way_out(node):
            if isinstance(around, ast.stmt):
                return self._stated(child, around)
            if isinstance(around, COMPREHENSIONS):
                if around is self.loop:
                    return isinstance(child, ast.expr)  # what it makes is a list of them
                if not isinstance(child, ast.expr):
                    return False
            elif isinstance(around, ast.Call):
                if not self._passes(child, around):
                    return self._put_by(child, around)
            elif isinstance(around, ast.IfExp):
                if child is around.test:
                    return False
            elif isinstance(around, ast.Subscript):
                if child is not around.value:
                    return False
            elif not isinstance(around, _CARRY):
                return False
        return False

    def _stated(self, value: ast.AST, statement: ast.stmt) -> bool:
        """Whether a statement keeps a value in what gathers."""
        match statement:
            case ast.Assign([ast.Name(name) as total], made) if _adds(made, name):
                return self._held(total, True)  # `total = total + loss`
            case ast.Assign(targets):
                return all(self._target(target) for target in targets)
            case ast.AnnAssign(target) if value is statement.value:
                return self._target(target)
            case ast.AugAssign(target) if value is statement.value:
                return self._held(root_of(target, ast.Subscript), True)
            case ast.Return():
                return self.gives_back
        return False

    def _target(self, target: ast.expr) -> bool:
        if isinstance(target, (ast.Tuple, ast.List)):
            return all(self._target(one) for one in target.elts)
        if isinstance(target, ast.Starred):
            return self._target(target.value)
        if isinstance(target, ast.Subscript):
            return self._held(root_of(target, ast.Subscript), True)
        return self._held(target, False)

    def _held(self, place: ast.expr, gathers: bool) -> bool:
        """Whether what a name or an attribute holds is looked at on some turns only, or gathered.

        Args:
            gathers: it holds more than the newest value, so that it matters little which turns
                look at it.
        """
        text = ast.unparse(place)
        if text in self.seen:
            return True
        self.seen.add(text)
        if not isinstance(place, (ast.Name, ast.Attribute)):
            return False
        if isinstance(place, ast.Attribute) and not gathers:
            return False  # whoever has the object may read it
        inside = self.facts.module.inside(type(place), self.loop)
        reads = [n for n in inside if isinstance(n.ctx, ast.Load) and ast.unparse(n) == text]
        return all(self._looked_at(read, gathers) for read in reads)

    def _looked_at(self, read: ast.expr, gathers: bool) -> bool:
        module = self.facts.module
        outermost: ast.expr = read
        around = module.parent[read]
        while isinstance(around, ast.Subscript) and around.value is outermost:
            outermost, around = around, module.parent[around]
        if gathers:
            stores = isinstance(getattr(outermost, "ctx", None), (ast.Store, ast.Del))
            if stores or _asked_for_room(self.facts, outermost, around):
                return True
            if _told(self.facts, outermost):
                return True
        return self._now_and_then(read, gathers) or self.kept(read)

    def _now_and_then(self, read: ast.AST, any_turns: bool) -> bool:
        """Whether only some turns come to a place, or the last one."""
        if not isinstance(self.loop, LOOPS):
            return False
        facts = self.facts
        for inner, around in facts.module.way_out(read):
            if isinstance(around, ast.If) and inner is not around.test:
                way = around.body if inner in around.body else around.orelse
                if leaves(way) or self._seldom(around.test, any_turns):
                    return True
            elif isinstance(around, ast.IfExp) and inner is not around.test:
                if self._seldom(around.test, any_turns):
                    return True
            if around is self.loop:
                return False
        return False

    def _seldom(self, test: ast.expr, any_turns: bool) -> bool:
        """Whether a test lets only some turns through. For the newest value alone it has to be
        known that these are not all of them: `every` may well be 1."""
        if any_turns:
            return some_turns(self.facts, test, self.stored)
        if not is_periodic(self.facts, test):
            return False
        by = [usual(self.facts, n.right) for n in ast.walk(test) if is_modulo(n)]  # type: ignore[attr-defined]
        return any(one is not None and one.number > 1 for one in by)

    # -- calls --------------------------------------------------------------------------

    def _passes(self, value: ast.AST, call: ast.Call) -> bool:
        """Whether a call gives back what it is given, or computes with it on the host."""
        func = call.func
        if value is func:
            return isinstance(func, ast.Attribute) and func.attr in _OF_VALUES
        if self.facts.names.is_builtin(func, *_BUILTINS):
            return True
        return (self.facts.names.call(call) or "").startswith(_COMPUTING)

    def _put_by(self, value: ast.AST, call: ast.Call) -> bool:
        """Whether a call puts a value into a container, or tells it a meter."""
        func, facts = call.func, self.facts
        if value is func or not isinstance(func, ast.Attribute):
            return False
        root = root_of(func.value, ast.Subscript)
        if facts.names.of(root) is not None or not _told(facts, func.value):
            return False
        return (func.attr in _PUT or self._is_meter(call, func.value)) and self._held(root, True)

    def _is_meter(self, call: ast.Call, owner: ast.expr) -> bool:
        """Whether an object is told values on the turns, and asked for what it makes of them on
        some turns only, or behind the loop: nothing is known to print them at once."""
        facts, text, end = self.facts, ast.unparse(owner), getattr(self.loop, "end_lineno", 0)
        if waits(facts, call)[0] or not isinstance(owner, (ast.Name, ast.Attribute)):
            return False
        if isinstance(owner, ast.Name) and facts.module.is_self(owner):
            return False
        around = facts.module.function(self.loop) or facts.module.tree
        for node in facts.module.inside(type(owner), around):
            if ast.unparse(node) != text or not isinstance(node.ctx, ast.Load):
                continue
            later = node.lineno > end or facts.module.within(node, self.loop)
            if later and not _told(facts, node) and _asked(facts, node):
                return True
        return False


_CARRY = (
    ast.BinOp, ast.UnaryOp, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Attribute, ast.Starred,
    ast.keyword,
)  # fmt: skip


def _adds(made: ast.expr, name: str) -> bool:
    """Whether a value is made of what a name holds by adding to it."""
    match made:
        case ast.BinOp(left, ast.Add(), right):
            return is_name(left, name) or is_name(right, name) or _adds(left, name)
    return False


def _told(facts: Facts, owner: ast.expr) -> bool:
    """Whether a statement calls a method of an object that is given something, or empties it, and
    leaves what it returns."""
    method = facts.module.parent[owner]
    if not isinstance(method, ast.Attribute):
        return False
    called = facts.module.parent[method]
    if not isinstance(called, ast.Call) or called.func is not method:
        return False
    given = bool(called.args or called.keywords) or method.attr in _TAKE
    return given and isinstance(facts.module.parent[called], ast.Expr)


def _asked(facts: Facts, owner: ast.expr) -> bool:
    """Whether what a method or a field of an object gives is put to use."""
    part = facts.module.parent[owner]
    if not isinstance(part, ast.Attribute):
        return False
    around = facts.module.parent[part]
    if isinstance(around, ast.Call) and around.func is part:
        return not isinstance(facts.module.parent[around], ast.Expr)
    return isinstance(part.ctx, ast.Load)


def _asked_for_room(facts: Facts, read: ast.expr, around: ast.AST) -> bool:
    """Whether a read asks how much there is, and for no value: `len(losses)`, `if losses`."""
    if isinstance(around, (ast.If, ast.IfExp)) and around.test is read:
        return True
    return isinstance(around, ast.Call) and facts.names.is_builtin(around.func, "len")


def _only_counts(facts: Facts, loop: Loop, node: ast.expr) -> bool:
    """Whether a fetched number is that of the turn, and is used for nothing but to ask whether it
    is one of every so many, or under such a test."""
    statement = facts.module.statement(node)
    if not isinstance(statement, ast.Assign) or not counts(facts, loop, node):
        return False
    names = {name.id for target in statement.targets for name in names_in(target)
             if isinstance(name, ast.Name)}  # fmt: skip
    for read in facts.module.inside(ast.Name, *loop.body):
        if read.id not in names or not isinstance(read.ctx, ast.Load):
            continue
        ways = [
            around for _, around in facts.module.way_out(read)
            if isinstance(around, ast.If) and facts.module.within(around, loop)
        ]  # fmt: skip
        if not any(is_periodic(facts, way.test) for way in ways):
            return False
    return True
