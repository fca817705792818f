"""Which compiled steps could donate which of their arguments, and whether their callers let them.

A donated buffer is gone after the call. So the gate asks of every call of the step that it is in
sight, gives the argument by position as a plain name, stores the new version under that same
name, and that no other name may hold the old buffer.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from jaxopt_lint.semantics.module import FUNCTIONS, FunctionNode
from jaxopt_lint.semantics.purpose import is_side_file
from jaxopt_lint.semantics.tracing import Wrap, positional
from jaxopt_lint.semantics.updates import MINOR, updates

if TYPE_CHECKING:
    from jaxopt_lint.semantics.facts import Facts


@dataclass(frozen=True, slots=True)
class Candidate:
    """A compiled step that keeps the old versions of what it renews.

    Attributes:
        wrap: the jit or pmap.
        function: what it compiles.
        parameters: the renewed parameters that are not donated.
        blocked: why donating them is not known to be safe; "" where it is.
    """

    wrap: Wrap
    function: FunctionNode
    parameters: tuple[str, ...]
    blocked: str


def candidates(facts: Facts) -> dict[ast.expr, Candidate]:
    """The steps of a file that could donate, by the call or decorator that compiles them."""
    found = _cache.get(facts)
    if found is None:
        found = _cache[facts] = _find(facts)
    return found


_cache: WeakKeyDictionary[Facts, dict[ast.expr, Candidate]] = WeakKeyDictionary()

JITS = frozenset({"jax.jit", "jax.pmap", "jax.experimental.pjit.pjit", "jax.pjit"})
_NOT_A_STEP = re.compile(
    r"(^|_)(eval\w*|pred\w*|valid\w*|test\w*|infer\w*|init\w*|loss\w*|sampl\w*|reset|reinforce"
    r"|bench\w*|env|simulat\w*|rollout)(_|$)"
)


def _find(facts: Facts) -> dict[ast.expr, Candidate]:
    out: dict[ast.expr, Candidate] = {}
    if is_side_file(facts.display):
        return out
    for wrap in facts.tracing.wraps:
        function = wrap.function
        if wrap.name not in JITS or function is None or wrap.bound_names:
            continue
        if any(n not in ("jax.vmap", "jax.checkpoint", "jax.shard_map") for n in wrap.inner):
            continue
        name = getattr(function, "name", "")
        if _NOT_A_STEP.search(name.lower()) or not _outermost(facts, wrap, function):
            continue
        donated, known = facts.tracing.donated(wrap)
        static, static_known = facts.tracing.static(wrap)
        if not known or not static_known or _unpacks(wrap):
            continue
        can_name = set(positional(function)[wrap.bound :])
        renewed = tuple(
            p
            for p in updates(facts).updated(function)
            if p in can_name and p not in donated | static and p not in ("self", "cls")
            and not MINOR.fullmatch(p.lower())
        )  # fmt: skip
        if not renewed or not updates(facts).trains(function):
            continue
        gate = _Gate(facts, wrap, function)
        if not gate.measured():
            out[wrap.site] = Candidate(wrap, function, renewed, gate.check(renewed))
    return out


def _unpacks(wrap: Wrap) -> bool:
    return wrap.options is not None and any(k.arg is None for k in wrap.options.keywords)


def _outermost(facts: Facts, wrap: Wrap, function: FunctionNode) -> bool:
    """Donation counts only where nothing around the compiled function is traced."""
    for other in facts.tracing.of(function):
        if other is not wrap and other.site is not wrap.site:
            if other.transform.kind not in ("checkpoint", "named_call", "eval_shape"):
                return False
    if facts.tracing.elsewhere(function):
        return False
    if facts.module.class_of(function) is not None:
        if getattr(function, "name", None) in _traced_methods(facts):
            return False
    around = facts.module.function(wrap.site if not wrap.decorator else function)
    if facts.tracing.staged(around) is not None:
        return False
    callers = [facts.module.function(c) for c in facts.calls.callers(function)]
    return not any(facts.tracing.staged(c) is not None for c in callers if c is not None)


def _traced_methods(facts: Facts) -> set[str]:
    """Names of methods that traced code reaches as `cls.update` or `Agent.update`, or may."""
    module = facts.module
    read: dict[ast.AST | None, set[str]] = {}
    for node in module.nodes.get(ast.Attribute, ()):
        assert isinstance(node, ast.Attribute)
        read.setdefault(module.function(node), set()).add(node.attr)
    names: set[str] = set()
    methods = [f for f in read if isinstance(f, (ast.FunctionDef, ast.AsyncFunctionDef))]
    pending = [f for f in methods if facts.tracing.staged(f) is not None]
    seen = set(pending)
    while pending:
        names |= read[pending.pop()]
        more = [f for f in methods if f not in seen and f.name in names and module.class_of(f)]
        seen.update(more)
        pending += more
    return names


# -- the gate ----------------------------------------------------------------------------------


class _Gate:
    """Looks at every call of a step for somebody who still holds the old buffers."""

    def __init__(self, facts: Facts, wrap: Wrap, function: FunctionNode) -> None:
        self.facts = facts
        self.module = facts.module
        self.wrap = wrap
        self.function = function
        self._seen: set[tuple[FunctionNode, str]] = set()

    def check(self, renewed: tuple[str, ...]) -> str:
        """Why the renewed parameters cannot be donated without a closer look; "" if they can."""
        calls, blocked = self.calls()
        if blocked:
            return blocked
        params = positional(self.function)[self.wrap.bound :]
        for call in calls:
            reason = self.call(call, [params.index(p) for p in renewed])
            if reason:
                return reason
        return ""

    def measured(self) -> bool:
        """Whether nobody keeps what the step gives back: it is only run to be timed."""
        calls, _ = self.calls()
        return bool(calls) and not any(self._kept_result(c) for c in calls)

    def _kept_result(self, call: ast.Call) -> bool:
        for around in self.module.ancestors(call):
            if isinstance(around, ast.Lambda):
                return False
            if isinstance(around, ast.stmt):
                return isinstance(around, (ast.Assign, ast.AnnAssign, ast.Return))
        return False

    def calls(self) -> tuple[list[ast.Call], str]:
        """Every call of the compiled function, or why they are not all in sight."""
        module = self.module
        if self.wrap.decorator:
            if isinstance(self.function, ast.Lambda) or module.class_of(self.function):
                return [], "it is a method, so its callers are not all in sight"
            name, home = self.function.name, module.scope[self.function]
        else:
            statement = module.parent[self.wrap.site]
            if not isinstance(statement, ast.Assign) or statement.value is not self.wrap.site:
                return [], "the compiled function is passed on where it is made"
            if len(statement.targets) != 1 or not isinstance(statement.targets[0], ast.Name):
                return [], "the compiled function is kept in an attribute or a container"
            name, home = statement.targets[0].id, module.scope[statement]
        if home is module.top and f"{module.name}.{name}" in self.facts.project.imported:
            return [], f"`{name}` is imported by another module"
        calls = []
        for node in module.nodes.get(ast.Name, ()):
            assert isinstance(node, ast.Name)
            if node.id != name or not isinstance(node.ctx, ast.Load):
                continue
            if module.scope[node].holder(name) is not home:
                continue
            around = module.parent[node]
            if isinstance(around, ast.Call) and around.func is node:
                calls.append(around)
            elif node is not self.wrap.argument:
                return [], f"`{name}` is also passed on, on line {node.lineno}"
        if not calls:
            return [], f"no call of `{name}` is in sight"
        return calls, ""

    def call(self, call: ast.Call, positions: list[int]) -> str:
        """Why one call does not let the arguments at some positions be donated."""
        module = self.module
        line = f"the call on line {call.lineno}"
        statement = module.statement(call)
        if any(isinstance(a, ast.Starred) for a in call.args):
            return f"{line} unpacks its arguments"
        if not isinstance(statement, ast.Assign) or statement.value is not call:
            return f"{line} does not store the new values"
        stored = {
            n.id
            for t in statement.targets
            for n in ast.walk(t)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        read = [n.id for n in ast.walk(call) if isinstance(n, ast.Name)]
        for position in positions:
            if position >= len(call.args):
                return f"{line} gives the argument by keyword"
            argument = call.args[position]
            if not isinstance(argument, ast.Name):
                return f"{line} passes `{module.source(argument)}`, which others may hold"
            if argument.id not in stored:
                return f"{line} keeps `{argument.id}` and stores the new value elsewhere"
            if read.count(argument.id) > 1:
                return f"{line} passes `{argument.id}` twice"
            reason = self.held(argument)
            if reason:
                return reason
        return ""

    def held(self, name: ast.Name) -> str:
        """Who else may hold the buffers of a variable that is given to the step."""
        module = self.module
        home = module.scope[name].holder(name.id)
        if home is None or isinstance(home.node, ast.ClassDef):
            return f"`{name.id}` has no home in this file"
        if isinstance(home.node, FUNCTIONS) and (home.node, name.id) in self._seen:
            return ""
        if isinstance(home.node, FUNCTIONS):
            self._seen.add((home.node, name.id))
        if home.node is module.tree and f"{module.name}.{name.id}" in self.facts.project.imported:
            return f"`{name.id}` is imported by another module"
        for node in module.nodes.get(ast.Name, ()):
            assert isinstance(node, ast.Name)
            if node.id != name.id or module.scope[node].holder(name.id) is not home:
                continue
            if module.function(node) is not module.function(name):
                return f"`{name.id}` is also used by a nested function, on line {node.lineno}"
            if isinstance(node.ctx, ast.Load) and self._kept(node):
                return f"line {node.lineno} keeps a second reference to `{name.id}`"
        for binding in home.bindings[name.id]:
            if binding.kind == "param":
                reason = self.given(home.node, name.id)
            else:
                reason = self.source(binding.value, name.id)
            if reason:
                return reason
        return ""

    def _kept(self, node: ast.Name) -> bool:
        """Whether a read of a variable stores it, or a part of it, somewhere else."""
        inner: ast.AST = node
        for around in self.module.ancestors(node):
            if isinstance(around, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
                targets = around.targets if isinstance(around, ast.Assign) else [around.target]
                return around.value is inner and not any(
                    isinstance(t, ast.Name) and t.id == node.id for t in targets
                )
            if isinstance(around, (ast.Yield, ast.YieldFrom)):
                return True
            if isinstance(around, ast.Call) and inner is not around.func:
                last = around.func.attr if isinstance(around.func, ast.Attribute) else ""
                if last in ("append", "put", "add", "insert", "setdefault", "extend", "send"):
                    return True
                if self.facts.names.of(around.func) not in _ALIASING and last != "replace":
                    return False
            elif isinstance(around, ast.Call):
                if not (isinstance(inner, ast.Attribute) and inner.attr in _VIEWS):
                    return False
            elif isinstance(around, ast.Attribute):
                if around.attr in _METADATA:
                    return False
            elif not isinstance(
                around,
                (ast.Subscript, ast.Tuple, ast.List, ast.Dict, ast.Starred, ast.IfExp,
                 ast.keyword),
            ):  # fmt: skip
                return False
            inner = around
        return False

    def given(self, function: ast.AST, name: str) -> str:
        """Who else holds the buffers that a function on the way was given."""
        assert isinstance(function, FUNCTIONS)
        called = getattr(function, "name", "a lambda")
        if isinstance(function, ast.Lambda) or self.module.class_of(function) is not None:
            return f"`{name}` comes from the callers of `{called}`, which may keep it"
        if self.facts.calls.dotted(function) in self.facts.project.imported:
            return f"`{called}` is imported by another module, which may keep `{name}`"
        calls = self.facts.calls.callers(function)
        if not calls or len(calls) != len(self.facts.calls.references(function)):
            return f"`{name}` comes from the callers of `{called}`, which are not all in sight"
        params = positional(function)
        if name not in params:
            return f"`{name}` is given to `{called}` by keyword"
        for call in calls:
            reason = self.call(call, [params.index(name)])
            if reason:
                return reason
        return ""

    def source(self, value: ast.expr | None, name: str) -> str:
        """Why the value that a variable starts from may hold a buffer twice, or for others."""
        if value is None or not isinstance(value, ast.Call):
            # Unpacked results of a call are new; an alias of something else is not.
            if value is not None and not isinstance(value, ast.Constant):
                return f"`{name}` starts as `{self.module.source(value)}`, which stays in use"
            return ""
        if self.facts.names.of(value.func) in _ALIASING:
            return f"`{name}` may share the buffers of what it is made from"
        given = [
            ast.dump(v)
            for v in [*value.args, *(k.value for k in value.keywords)]
            if isinstance(v, (ast.Name, ast.Attribute))
        ]
        if len(given) != len(set(given)):
            return f"`{name}` is made from the same value twice"
        callee = self.facts.calls.callee(value.func)
        if callee is not None and callee.node is not None and _doubles(callee.node):
            return f"`{name}` may hold one buffer twice"
        return ""


def _doubles(function: FunctionNode) -> bool:
    """Whether some call in a function is given one variable under two keywords."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            names = [ast.dump(k.value) for k in node.keywords
                     if isinstance(k.value, (ast.Name, ast.Attribute))]  # fmt: skip
            if len(names) != len(set(names)) and any("param" in n for n in names):
                return True
    return False


_METADATA = frozenset({"shape", "dtype", "ndim", "size", "sharding", "step", "apply_fn", "tx"})
_VIEWS = frozenset({"astype", "reshape", "view", "ravel", "replace", "copy"})
_ALIASING = frozenset(
    {"jax.numpy.asarray", "jax.device_put", "jax.tree.leaves", "jax.tree_util.tree_leaves",
     "jax.tree.map", "jax.tree_util.tree_map", "jax.block_until_ready", "jax.numpy.reshape",
     "jax.tree.flatten", "jax.tree_util.tree_flatten", "jax.numpy.ravel"}
)  # fmt: skip

__all__ = ["JITS", "Candidate", "candidates"]
