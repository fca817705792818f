"""What code does beyond giving its result, followed through the calls that it makes.

A rewrite that calls a function once instead of twice, or traces it once instead of at each turn,
is right only if nothing but its result is seen. This says what else there is, as far as one file
tells: stores, draws from generators, output, reads of state that may change, rules of its own for
derivatives, talk to other devices. Of functions of other files of the project their summaries tell
what they certainly do. What cannot be followed is an effect of kind "unknown", with its
reason; whoever asks decides what that is worth.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS, TRANSPARENT
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, values
from jaxopt_lint.semantics.jax.effects.deeds import counts, deed_of, is_at, of_project
from jaxopt_lint.semantics.jax.effects.effect import Effect
from jaxopt_lint.semantics.jax.effects.objects import (
    all_new,
    class_made,
    innermost,
    is_iterator,
    is_known_base,
    is_local_function,
    is_new,
    look_up,
    method_of,
    property_of,
    reaching,
)
from jaxopt_lint.semantics.jax.effects.owned import Owner
from jaxopt_lint.semantics.jax.effects.steady import read_of
from jaxopt_lint.semantics.jax.effects.table import UNSEEN, Deed, row_of
from jaxopt_lint.semantics.jax.kinds import ARRAYS
from jaxopt_lint.semantics.python.nodes import PATH, body_of, root_of
from jaxopt_lint.semantics.python.scopes import FUNCTIONS, FunctionNode
from jaxopt_lint.semantics.python.signatures import arguments, parameters, positional
from jaxopt_lint.semantics.python.walking import walk

_MOST = 60  # functions that are followed from one root


@fact
def effects(facts: Facts, *code: ast.AST) -> tuple[Effect, ...]:
    """What running some code does beyond its result, each thing once, in the order of discovery.

    Args:
        code: functions, of which the bodies are looked at, or statements and expressions.
    """
    return _Walk(facts).of(code)


@fact
def own_effects(facts: Facts, *code: ast.AST) -> tuple[Effect, ...]:
    """What code does by itself: `effects` without those of the functions that it calls."""
    return _Walk(facts, follows=False).of(code)


@fact
def callable_effects(facts: Facts, expression: ast.expr) -> tuple[Effect, ...]:
    """What calling the value of an expression does: a function, or what a transform made of one."""
    walk = _Walk(facts)
    walk.callable(expression)
    return tuple(walk.found)


class _Walk(Owner):
    """Follows calls, and keeps what it finds."""

    def __init__(self, facts: Facts, *, follows: bool = True) -> None:
        super().__init__(facts)
        self.follows = follows
        self.found: list[Effect] = []
        self.told: set[tuple[str, ast.AST]] = set()
        self.seen: set[tuple[ast.AST, frozenset[str]]] = set()
        # Of the function that is looked at: `self`, its name.
        self.receiver, self.who = "", "it"

    def of(self, code: Iterable[ast.AST]) -> tuple[Effect, ...]:
        parts = [part for part in code if not isinstance(part, FUNCTIONS)]
        self.code(parts, None)
        for part in code:
            if isinstance(part, FUNCTIONS):
                self.function(part, frozenset(), "")
        return tuple(self.found)

    def function(self, function: FunctionNode, fresh: frozenset[str], receiver: str) -> None:
        """Look at the body of a function.

        Args:
            fresh: parameters that are given what the caller has just made.
            receiver: the parameter that holds an object from outside; "" for none.
        """
        if (function, fresh) in self.seen:
            return
        if len(self.seen) >= _MOST:
            self._unknown(function, "it calls more functions than are followed")
            return
        self.seen.add((function, fresh))
        for decorator in getattr(function, "decorator_list", ()):
            self._decorator(decorator, function)
        before = self.fresh, self.receiver, self.who
        who = "it" if isinstance(function, ast.Lambda) else f"`{function.name}`"
        self.fresh, self.receiver, self.who = fresh, receiver, who
        self.code(body_of(function), function)
        self.fresh, self.receiver, self.who = before

    def callable(self, expression: ast.expr) -> None:
        """Look at what calling a value runs."""
        callee = calls(self.facts).callee(expression)
        if callee is not None:
            self._wraps(expression, [name for name, _ in callee.wraps])
            if callee.node is not None:
                self._follow(callee.node, callee.bound)
                return
            if callee.dotted is not None:
                self._library(expression, callee.dotted)
                return
        method = method_of(self.facts, expression)
        if method is not None:
            self._follow(method, 1)
            return
        self._unseen(expression, expression)

    def code(self, body: list[ast.AST], home: ast.AST | None) -> None:
        """Look at code that runs, nested functions with it."""
        before = self.inside
        nodes = [node for part in body for node in walk(part)]
        self.inside = before.union(nodes, [home] if home is not None else [])
        called: set[ast.AST] = set()
        for node in nodes:
            if isinstance(node, ast.Call):
                called.add(node.func)
                self._call(node)
            elif isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
                if not isinstance(node.ctx, ast.Load):
                    self._store(node)
                elif node not in called and not isinstance(node, ast.Subscript):
                    self._load(node)
                elif not isinstance(node, ast.Subscript):
                    self._root(node)
            elif isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await)):
                self._unknown(node, f"{self.who} hands over in its middle")
            elif isinstance(node, (ast.Raise, ast.Assert)):
                self._add("raises", node, f"{self.who} may raise")
            elif isinstance(node, (ast.For, ast.comprehension)):
                self._iterates(node.iter)
        self.inside = before

    # -- what it finds ------------------------------------------------------------------

    def _add(self, kind: str, node: ast.AST, why: str, **more: object) -> None:
        if (kind, node) not in self.told:
            self.told.add((kind, node))
            who = self.module.function(node)
            self.found.append(Effect(kind, why, node, who, **more))  # type: ignore[arg-type]

    def _unknown(self, node: ast.AST, why: str) -> None:
        dropped = isinstance(node, ast.Call) and isinstance(self.module.parent[node], ast.Expr)
        self._add("unknown", node, why, certain=dropped)

    def _unseen(self, node: ast.AST, what: ast.AST) -> None:
        self._unknown(node, f"what `{self._source(what)}` does is not seen here")

    def _done(self, deed: Deed, node: ast.AST) -> None:
        """Take in what the table says that a call does."""
        if not deed.kind and not deed.waits:
            return
        called = node.func if isinstance(node, ast.Call) else node
        drawn = self.facts.names.is_builtin(called, "next")
        if drawn and isinstance(node, ast.Call) and counts(self.facts, node):
            return
        why = f"{self.who} {deed.verb} `{self._source(node if drawn else called)}`"
        if deed.kind == "unknown":
            self._unknown(node, why)
        elif deed.kind:
            self._add(deed.kind, node, why)
        if deed.waits:
            self._add("waits", node, why)

    def _source(self, node: ast.AST) -> str:
        text = self.module.source(node)
        return text if len(text) <= 40 and "\n" not in text else "a function"

    # -- stores -------------------------------------------------------------------------

    def _store(self, node: ast.Name | ast.Attribute | ast.Subscript) -> None:
        if isinstance(node, ast.Name):
            if self.module.scope[node].outer.get(node.id) is None:
                return
            holder = self.module.holder(node)
            if holder is None or holder is self.module.top or holder.node not in self.inside:
                self._add("writes", node, f"{self.who} assigns the outer name `{node.id}`")
            return
        root: ast.expr = root_of(node, PATH)
        why = f"{self.who} stores into `{self._source(node)}`"
        self._changes("writes", root, node, why)

    def _changes(self, kind: str, root: ast.expr, node: ast.AST, why: str) -> None:
        """Something is changed in place: whose is it?"""
        if not isinstance(root, ast.Name):
            if not is_new(self.facts, root):
                self._unknown(node, why)
            return
        holder = self.module.holder(root)
        bindings = reaching(self.facts, root, holder) if holder is not None else []
        if not self.inner(root) and not (bindings and all(b.node in self.inside for b in bindings)):
            self._add(kind, node, why)
        elif any(b.kind == "param" for b in bindings):
            if root.id not in self.fresh:
                self._add(kind, node, why)
        elif not all_new(self.facts, bindings):
            self._unknown(node, f"{why}, which may belong to others")

    # -- calls --------------------------------------------------------------------------

    def _call(self, call: ast.Call) -> None:
        func, names = call.func, self.facts.names
        if isinstance(func, ast.Name) and not names.binding(func):
            deed = deed_of(self.facts, call)
            self._unseen(call, func) if deed is None else self._done(deed, call)
            return
        callee = calls(self.facts).callee(func)
        if callee is not None and callee.node is not None:
            self._wraps(func, [name for name, _ in callee.wraps])
            self._follow(callee.node, callee.bound, call)
            return
        owner = class_made(self.facts, func)
        if owner is not None:
            self._constructor(owner, call)
            return
        method = method_of(self.facts, func)
        if method is not None:
            base = func.value if isinstance(func, ast.Attribute) else func
            own = isinstance(base, ast.Name) and self.own(base)
            self._follow(method, 1, call, new=own)
            return
        if callee is not None and callee.dotted is not None:
            self._wraps(func, [name for name, _ in callee.wraps])
            self._library(call, callee.dotted)
            return
        if callee is not None and callee.wraps and isinstance(func, ast.Call):
            inner = innermost(self.facts, func)
            if inner is not None and isinstance(inner, (ast.Name, ast.Attribute)):
                self.callable(inner)
            return
        if isinstance(func, ast.Attribute):
            self._of_object(call, func)
            return
        if isinstance(func, ast.Name) and is_local_function(self.facts, func):
            return  # what it is bound to is looked at where it stands
        self._unseen(call, func)

    def _library(self, node: ast.AST, dotted: str) -> None:
        if of_project(self.facts, dotted):
            done = self.facts.project.effects.get(dotted)
            if done is not None:
                self._add(done[0], node, done[1])
            else:
                self._unknown(node, f"`{dotted.rpartition('.')[2]}` is defined in another file")
        else:
            self._done(row_of(dotted) or UNSEEN, node)

    def _of_object(self, call: ast.Call, func: ast.Attribute) -> None:
        """A method of an object whose class is not seen."""
        base = func.value
        root: ast.expr = root_of(base, PATH)
        deed = deed_of(self.facts, call)
        if deed is not None and deed.kind == "mutates":
            shown = f"{self.who} calls `{self._source(func)}`"
            self._changes("mutates", root, call, shown)
        elif deed is not None:
            self._done(deed, call)
        elif isinstance(base, ast.Call) and self.facts.names.is_builtin(base.func, "super"):
            self._add("unknown", call, f"what `{self._source(func)}` does is not seen here")
        elif not (
            is_at(base)
            or isinstance(base, ast.Constant)
            or values(self.facts).kind(base) in ARRAYS
            or self.is_own(base, root)
        ):
            self._unseen(call, func)

    def _constructor(self, owner: ast.ClassDef, call: ast.Call) -> None:
        if not all(is_known_base(self.facts, base) for base in owner.bases):
            self._add("unknown", call, f"what making a `{owner.name}` does is not seen here")
            return
        for name in ("__init__", "__post_init__", "__new__"):
            method = look_up(self.facts, owner, name)
            if method is not None:
                self._follow(method, 1, call, new=True)

    def _follow(
        self,
        function: FunctionNode,
        bound: int,
        given: ast.Call | None = None,
        *,
        new: bool = False,
    ) -> None:
        if not self.follows:
            return
        if function in self.inside and not isinstance(function, ast.Lambda):
            if self.module.function(function) is not None:
                return  # a function nested in the one that is looked at
        names = positional(function)
        fresh: set[str] = set()
        receiver = ""
        if self.module.class_of(function) is not None and names and bound:
            receiver = "" if new else names[0]
            fresh |= {names[0]} if new else set()
        if given is not None and not any(isinstance(a, ast.Starred) for a in given.args):
            named = arguments(given, function, bound)
            fresh |= {name for name, value in named if self.is_own(value, value)}
        self.function(function, frozenset(fresh), receiver)

    def _decorator(self, decorator: ast.expr, function: FunctionNode) -> None:
        made = calls(self.facts).factory(decorator)
        bare = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = made[0] if made is not None else self.facts.names.of(bare)
        if name in TRANSFORMS:
            self._wraps(function, [name])
        elif name in TRANSPARENT or self.facts.names.is_builtin(
            decorator, "staticmethod", "classmethod", "property"
        ):
            return
        elif not (name or "").startswith(("functools.", "jax.", "typing.", "abc.", "chex.")):
            self._unknown(decorator, f"what `{self._source(decorator)}` adds is not seen here")

    def _wraps(self, node: ast.AST, wraps: Iterable[str]) -> None:
        for name in wraps:
            if TRANSFORMS[name].kind in ("custom_jvp", "custom_vjp"):
                what = getattr(node, "name", None) or self._source(node)
                self._add("custom", node, f"`{what}` has a rule of its own for its derivative")

    # -- reads --------------------------------------------------------------------------

    def _load(self, node: ast.Name | ast.Attribute) -> None:
        around = self.module.parent.get(node)
        if isinstance(around, ast.Attribute) and around.value is node:
            return  # the whole path is looked at
        callee = calls(self.facts).callee(node)
        if callee is not None and callee.node is not None:
            if not isinstance(callee.node, ast.Lambda) or callee.node not in self.inside:
                self._wraps(node, [name for name, _ in callee.wraps])
                self._follow(callee.node, callee.bound)
        self._root(node)

    def _root(self, node: ast.Name | ast.Attribute) -> None:
        """What is read at the root of a path."""
        root: ast.expr = root_of(node)
        if not isinstance(root, ast.Name):
            return
        shown = f"{self.who} reads `{self._source(node)}`"
        if self.receiver and root.id == self.receiver and isinstance(node, ast.Attribute):
            self._property(node, root)
            method = calls(self.facts).callee(node)
            if method is None or method.node is None:
                self._add("reads", node, shown, certain=False, name=root,
                          holder=self.module.holder(root))  # fmt: skip
            return
        holder = self.module.holder(root)
        if holder is None or self.inner(root):
            return
        changed = read_of(self.facts, node, root, holder)
        if changed is not None:
            certain, why = changed
            self._add("reads", node, f"{shown}{why}", certain=certain, name=root, holder=holder)

    def _property(self, node: ast.Attribute, root: ast.Name) -> None:
        function = self.module.function(root)
        method = property_of(self.facts, function, node.attr) if function is not None else None
        if method is not None:
            self.function(method, frozenset(), next(iter(parameters(method)), ""))

    def _iterates(self, iterable: ast.expr) -> None:
        """A generator from outside is used up by going over it."""
        if not isinstance(iterable, ast.Name):
            return
        holder = self.module.holder(iterable)
        if holder is None or self.inner(iterable):
            return
        if any(is_iterator(self.facts, b.value) for b in holder.bindings.get(iterable.id, ())):
            why = f"{self.who} goes through the generator `{iterable.id}`"
            self._add("draws", iterable, why)
