"""What code calls, through its file and beyond: whether something is compiled, what is not seen."""

from __future__ import annotations

import ast
import builtins

from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, tracing
from jaxopt_lint.semantics.jax.calls import Callee, calls
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.factories import some_way
from jaxopt_lint.semantics.python import FUNCTIONS, FunctionNode

_COMPILED = frozenset({"jit", "pmap", "shard_map"})
DEPTH = 4  # calls within each other
_KNOWN = ("jax.", "numpy.", "optax.", "math.", "functools.", "builtins.", "flax.", "equinox.")


def unseen_calls(facts: Facts, function: FunctionNode) -> tuple[str, ...] | None:
    """The calls of a step that lead out of the file; None where something in it is compiled."""
    found = Unseen(facts)
    return tuple(found.calls) if found.enter(function, DEPTH) else None


class Unseen:
    """Goes through what code calls, until something is compiled.

    Attributes:
        calls: what it came to that is not seen, as the file says it.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.calls: dict[str, None] = {}
        self.entered: set[FunctionNode] = set()

    def enter(self, inside: FunctionNode, depth: int) -> bool:
        """Whether nothing in a function is compiled, as far as can be seen."""
        if inside in self.entered:
            return True
        self.entered.add(inside)
        if any(w.transform.kind in _COMPILED for w in tracing(self.facts).of(inside)):
            return False
        for node in ast.walk(inside):
            if isinstance(node, FUNCTIONS) and not self.enter(node, depth):
                return False
            if isinstance(node, ast.Call) and not self.look(node.func, depth):
                return False
        return True

    def look(self, func: ast.expr, depth: int) -> bool:
        """The same for what is called."""
        callee = calls(self.facts).callee(func)
        if callee is None and _writes_a_place(func):
            return True
        if callee is None:
            if some_way(self.facts, func):
                return False
            if not hasattr(builtins, getattr(func, "id", "")):
                self.calls.setdefault(self.facts.module.source(func))
            return True
        if _compiled(self.facts, func, callee):
            return False
        if callee.node is not None:
            return depth <= 0 or self.enter(callee.node, depth - 1)
        if callee.wraps:
            name, options = callee.wraps[-1]
            inner = calls(self.facts).function_argument(options, TRANSFORMS[name])
            if inner is not None and some_way(self.facts, inner):
                return False
            text = self.facts.module.source(inner) if inner is not None else "a function"
            self.calls.setdefault(text)
        elif callee.dotted and not callee.dotted.startswith(_KNOWN):
            self.calls.setdefault(self.facts.module.source(func))
            return self._look_elsewhere(callee.dotted, depth)
        return True

    def _look_elsewhere(self, dotted: str, depth: int) -> bool:
        """The same for a function of another file of the project."""
        module, name = self.facts.project.home(dotted)
        other = elsewhere(self.facts, module) if module and depth else None
        bindings = other.module.top.bindings.get(name, []) if other is not None else []
        if other is None or len(bindings) != 1:
            return True
        node = bindings[0].node
        if isinstance(node, ast.FunctionDef):
            return Unseen(other).enter(node, depth - 1)
        value = bindings[0].value
        return value is None or not tracing(other).compiled(value)


def _writes_a_place(func: ast.expr) -> bool:
    """`x.at[i].set`: an operation, and nothing that anybody compiles."""
    match func:
        case ast.Attribute(ast.Subscript(ast.Attribute(attr="at"))):
            return True
    return False


def _compiled(facts: Facts, func: ast.expr, callee: Callee) -> bool:
    """Whether calling something runs compiled code, as far as the project tells."""
    if any(TRANSFORMS[name].kind in _COMPILED for name, _ in callee.wraps):
        return True
    if tracing(facts).compiled(func):
        return True
    return bool(callee.dotted) and any(
        t.transform in _COMPILED
        for name in facts.project.names(callee.dotted or "")
        for t in facts.project.traced.get(name, ())
    )
