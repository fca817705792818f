"""What goes along where a compiled function is made outside of the code that runs again and again:
the statements that make it, and the values that become arguments of it."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.codemod import Precondition, Refusal
from jaxopt_lint.patterns.fresh_jits import FreshJit
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls
from jaxopt_lint.semantics.jax.captures import bound_within, captured
from jaxopt_lint.semantics.python import defaults
from jaxopt_lint.semantics.python.scopes import DEFINITIONS, FUNCTIONS

INERT = {"functools.partial", "jax.sharding.PartitionSpec", "jax.experimental.checkify.checkify"}
CAPTURES = Precondition(
    "captures-nothing-that-moves",
    "What is compiled captures nothing that the loop or the function around it assigns.",
)


@dataclass(frozen=True, slots=True)
class Moved:
    """What is moved out.

    Attributes:
        nodes: the statements that go (and the call, where it has no name), in source order.
        passed: names that the loop assigns, whose values become arguments of what is compiled.
    """

    nodes: list[ast.AST]
    passed: list[str]

    @property
    def names(self) -> set[str]:
        """What the statements bind."""
        return _names(self.nodes)

    def run_at_once(self) -> list[ast.AST]:
        """What of it runs when it is reached, lambdas and bodies left out."""
        out: list[ast.AST] = []
        for pending in ([node] for node in self.nodes):
            while pending:
                current = pending.pop()
                out.append(current)
                if isinstance(current, FUNCTIONS):
                    pending += defaults(current).values()
                    pending += getattr(current, "decorator_list", [])
                else:
                    pending += ast.iter_child_nodes(current)
        return out


def moved_out(facts: Facts, found: FreshJit) -> Moved:
    """What has to go along, so that what is compiled can be made outside of its region.

    Raises:
        Refusal: something of it cannot go.
    """
    module, region = facts.module, found.region
    first: ast.AST = found.node if found.name is None else found.home
    moved, passed = [first], list[str]()
    holder = module.scope[found.home].holder(found.name) if found.name else None
    if found.name and (holder is None or len(holder.bindings[found.name]) != 1):
        raise Refusal(f"`{found.name}` is given another value, too{_elsewhere(facts, found)}")
    pending = [first]
    while pending:
        node = pending.pop()
        known = _names(moved) | set(passed)
        for name in sorted(bound_within(module, node, region) - known):
            holder = module.scope[node].holder(name)
            bindings = holder.bindings[name] if holder is not None else []
            home = bindings[0].node if len(bindings) == 1 else None
            movable = isinstance(home, DEFINITIONS) or (
                isinstance(home, ast.Assign) and _makes_function(facts, home.value)
            )
            own = node is first or node is found.wrap.function
            if not movable and own and _passable(facts, found, name):
                passed.append(name)
                continue
            if not movable or home not in module.block_of(found.home):
                what = "loop" if not isinstance(region, FUNCTIONS) else "function around it"
                raise Refusal(f"it captures `{name}`, which the {what} assigns", CAPTURES)
            assert isinstance(home, ast.stmt)
            moved.append(home)
            pending.append(home)
    others = [n for n in moved if n is not first and n is not found.wrap.function]
    shared = {n for m in others for n in bound_within(module, m, region)}
    for name in sorted(shared & set(passed)):
        raise Refusal(f"it captures `{name}`, which the loop assigns", CAPTURES)
    return Moved(sorted(moved, key=lambda n: n.lineno), passed)  # type: ignore[attr-defined]


def _names(moved: list[ast.AST]) -> set[str]:
    assigned = [n for n in moved if isinstance(n, ast.Assign)]
    names = {n.targets[0].id for n in assigned if isinstance(n.targets[0], ast.Name)}
    return names | {n.name for n in moved if isinstance(n, DEFINITIONS)}


def _elsewhere(facts: Facts, found: FreshJit) -> str:
    """On which line the name of a compiled function has its other value."""
    holder = facts.module.scope[found.home].holder(found.name) if found.name else None
    bound = holder.bindings[found.name] if holder is not None and found.name else []
    rows = [b.node.lineno for b in bound if hasattr(b.node, "lineno")]
    others = [row for row in rows if row != found.home.lineno]
    return f", on line {others[0]}" if others else ""


def _makes_function(facts: Facts, value: ast.expr) -> bool:
    """Whether a value is a function that can be made anywhere: a lambda, `vmap(f)`."""
    name = facts.names.call(value) or ""
    made = name in INERT or (name in TRANSFORMS and TRANSFORMS[name].wrapper)
    return isinstance(value, ast.Lambda) or made


def _passable(facts: Facts, found: FreshJit, name: str) -> bool:
    """Whether a value that the loop assigns can be an argument of the compiled function.

    It must be data there, an operand or an index, and the function plainly jitted.
    """
    module, wrap, function = facts.module, found.wrap, found.wrap.function
    if function is None or wrap.name != "jax.jit" or wrap.inner or wrap.bound:
        return False
    if isinstance(found.region, FUNCTIONS) or wrap.bound_names or found.handed_on:
        return False
    args = function.args
    if args.vararg or args.kwarg or args.kwonlyargs or args.defaults:
        return False
    if wrap.keyword("in_shardings", "donate_argnames", "static_argnames") is not None:
        return False
    if not wrap.decorator and len(calls(facts).references(function)) > 1:
        return False
    inside = set(ast.walk(function))
    for read, _ in captured(module, function):
        around, part = module.parent[read], read
        if isinstance(around, ast.Tuple):  # `x[:, i]`
            around, part = module.parent[around], around  # type: ignore[assignment]
        if read.id == name and not isinstance(around, (ast.BinOp, ast.Compare)):
            if not (isinstance(around, ast.Subscript) and around.slice is part):
                return False
    parts = [found.node, *(k.value for k in (wrap.options.keywords if wrap.options else ()))]
    reads = [r for part in parts for r, _ in captured(module, part) if r.id == name]
    return all(r in inside for r in reads)
