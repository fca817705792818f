"""What kind of value each expression has: static, on the host, on a device, traced.

Every function is interpreted once, in order, with one kind for each name; branches are joined,
loop bodies are run twice. A kind is only given when it must hold: where two branches
disagree, or where anything is not known, the answer is UNKNOWN.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.interpreter import Interpreter
from jaxopt_lint.semantics.jax.kinds import TRACED, Env, Kind, join
from jaxopt_lint.semantics.python import FUNCTIONS, FunctionNode


class Values:
    """The kinds of all expressions of a file, worked out a function at a time when asked."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.module = facts.module
        self.kinds: dict[ast.AST, Kind] = {}
        self._ends: dict[ast.AST, Env] = {}
        self.busy: set[ast.AST] = set()

    def kind(self, node: ast.expr) -> Kind:
        """What kind of value an expression has, where it stands."""
        function = self.module.function(node)
        # A lambda's body is interpreted with the lambda; a decorator belongs to what is around.
        self.run(function if function is not None else self.module.tree)
        return self.kinds.get(node, Kind.UNKNOWN)

    def traced(self, node: ast.expr) -> bool:
        """Whether an expression is certainly an abstract array (or a container of some)."""
        return self.kind(node) in TRACED

    def run(self, root: ast.Module | FunctionNode) -> Env:
        """Interpret a function (or the module body); what each name ends up as."""
        if root in self._ends:
            return self._ends[root]
        if root in self.busy:
            return {}
        self.busy.add(root)
        interpreter = Interpreter(self, root)
        interpreter.start()
        self.busy.discard(root)
        self._ends[root] = interpreter.stores
        return interpreter.stores

    def outer(self, name: str, scope_node: ast.AST) -> Kind:
        """The kind of a free variable, from the function or module that binds it."""
        if isinstance(scope_node, (ast.Module, *FUNCTIONS)):
            if isinstance(scope_node, ast.Module) and scope_node not in self._ends:
                return self._module_constant(name)
            return self.run(scope_node).get(name, Kind.UNKNOWN)
        return Kind.UNKNOWN

    def _module_constant(self, name: str) -> Kind:
        bindings = self.module.top.bindings.get(name, [])
        if len(bindings) == 1:
            if bindings[0].kind in ("def", "class"):
                return Kind.CALLABLE
            value = bindings[0].value
            if value is not None and all(
                isinstance(n, (ast.Constant, ast.Tuple, ast.List, ast.UnaryOp, ast.USub, ast.Load,
                               ast.BinOp, ast.operator, ast.Dict))
                for n in ast.walk(value)
            ):  # fmt: skip
                return Kind.STATIC
        return Kind.UNKNOWN

    def record(self, node: ast.AST, kind: Kind) -> None:
        """Take in what an expression is on one way through its function."""
        before = self.kinds.get(node)
        self.kinds[node] = kind if before is None else join(before, kind)


@fact
def values(facts: Facts) -> Values:
    """Whether an expression is static, on the host, on a device or traced."""
    return Values(facts)
