"""What each loop carries, reads, gathers and leaves behind; whether its turns are independent."""

from __future__ import annotations

import ast
import re
from functools import cached_property
from typing import TYPE_CHECKING

from jaxopt_lint.semantics import loop_body
from jaxopt_lint.semantics.liveness import (
    assigned_names,
    captured,
    keeps,
    read_names,
    reads_after,
    reads_first,
)
from jaxopt_lint.semantics.loop import Loop, LoopNode
from jaxopt_lint.semantics.loop_arrays import Arrays
from jaxopt_lint.semantics.loop_index import IndexUse, index_uses
from jaxopt_lint.semantics.loop_outputs import STACKERS, Output, outputs_of
from jaxopt_lint.semantics.loop_source import Element, Source, source_of

if TYPE_CHECKING:
    from jaxopt_lint.semantics.facts import Facts


class Loops:
    """The loops of one file."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.module = facts.module
        self.arrays = Arrays(facts)
        self._cache: dict[ast.AST, Loop] = {}

    def of(self, node: LoopNode) -> Loop:
        """What is known about a loop or a comprehension."""
        found = self._cache.get(node)
        if found is None:
            if isinstance(node, (ast.For, ast.While)):
                found = self._statement(node)
            else:
                found = self._comprehension(node)
            self._cache[node] = found
        return found

    def exempt(self, node: ast.AST) -> bool:
        """Whether loops at a place are there on purpose: tests, references, unrolled arms."""
        if self._file_exempt:
            return True
        for around in self.module.ancestors(node):
            if isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                if _ON_PURPOSE.search(around.name):
                    return True
                if isinstance(around, ast.FunctionDef) and self._has_sibling(around.name):
                    return True
            elif isinstance(around, (ast.If, ast.IfExp)) and _SWITCH.search(
                ast.unparse(around.test)
            ):
                return True
        return self._said_so(node)

    def worth_staging(self, loop: Loop) -> bool:
        """Whether a loop that carries state should be one operation: long, pure, on arrays."""
        node = loop.node
        if not isinstance(node, (ast.For, ast.While)) or self.module.function(node) is None:
            return False
        if loop.used("static", "argument", "block") or loop.source.small(self.facts, 16):
            return False
        state = {*loop.carried, *loop.sums}
        if loop_body.reshapes(self.facts, loop.body, state):
            return False
        if any(self.starts_as_python(node, name) for name in state):
            return False
        if loop_body.modules_called(self.facts, list(loop.body), node) or self.exempt(node):
            return False
        if loop.rows or loop.source.elements:
            if not (loop.proven or loop.plausible or any(e.unpacked for e in loop.source.elements)):
                return False
        if loop.traced_at is not None:
            return loop.computes and loop.uses_jax
        return loop.computes_itself and not self._steps(loop)

    def starts_as_python(self, node: ast.For | ast.While, name: str) -> bool:
        """Whether a name is given a container, a text or nothing in front of a loop."""
        return any(
            b.value is not None
            and getattr(b.node, "lineno", 0) < node.lineno
            and (
                isinstance(b.value, (ast.List, ast.Dict, ast.ListComp, ast.Set, ast.JoinedStr))
                or (isinstance(b.value, ast.Constant) and not _is_number(b.value.value))
            )
            for b in self.module.scope[node].bindings.get(name, ())
        )

    # -----------------------------------------------------------------------------------

    def _steps(self, loop: Loop) -> bool:
        """Whether each turn runs something compiled: a loop of the host, as it should be."""
        return any(
            isinstance(n, ast.Call)
            and (self.facts.tracing.jitted(n.func) or self.facts.tracing.jitted_elsewhere(n.func))
            for part in loop.parts
            for n in ast.walk(part)
        )

    @cached_property
    def _file_exempt(self) -> bool:
        path = "/" + (self.facts.display or self.module.path)
        if _TEST_PATH.search(path):
            return True
        return "pallas" in self.module.text and (
            re.search(r"^\s*(from|import)\s.*pallas", self.module.text, re.MULTILINE) is not None
        )

    def _has_sibling(self, name: str) -> bool:
        bindings = self.module.top.bindings
        return any(f"{name}{tail}" in bindings for tail in ("_vmap", "_scan", "_vectorized"))

    def _said_so(self, node: ast.AST) -> bool:
        """Whether a comment at the loop says that it is a Python loop for a reason."""
        first = getattr(node, "lineno", 1)
        rows = self.module.lines[max(0, first - 5) : first + 1]
        text = " ".join(r.partition("#")[2] for r in rows if "#" in r).lower()
        return bool(_REASONS.search(text))

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> Loop:
        generator = node.generators[0]
        around = self.module.parent[node]
        stacker = None
        if isinstance(around, ast.Call) and around.args and around.args[0] is node:
            name = self.facts.names.of(around.func) or ""
            if name in STACKERS or self.facts.names.is_builtin(around.func, "sum"):
                stacker = around
        if len(node.generators) != 1 or generator.ifs or generator.is_async:
            source = Source("opaque", why="it filters or nests")
        else:
            source = source_of(self.facts, generator.target, generator.iter)
        return self._finish(
            Loop(self.facts, node, source, element=node.elt, stacker=stacker), frozenset()
        )

    def _statement(self, node: ast.For | ast.While) -> Loop:
        counter = None
        if isinstance(node, ast.For):
            source = source_of(self.facts, node.target, node.iter)
        else:
            source, counter = self._counting(node)
        assigned = assigned_names(*(s for s in node.body if s is not counter))
        outputs = tuple(
            o
            for o in outputs_of(self.facts, node, source.index)
            if counter is None or o.statement is not counter
        )
        targets = assigned_names(*(e.target for e in source.elements)) | {source.index or ""}
        gathered = {o.name for o in outputs}
        body = [s for s in node.body if s is not counter]
        carried = tuple(
            name
            for name in _in_order(body, assigned)
            if name not in gathered
            and (
                reads_first(body, name)
                or (keeps(body, name) and reads_after(self.module, node, name))
            )
        )
        live = tuple(
            sorted(
                name
                for name in (assigned | targets) - set(carried) - gathered - {""}
                if reads_after(self.module, node, name)
            )
        )
        loop = Loop(
            self.facts, node, source, outputs, (), frozenset(assigned), carried, live, "", counter
        )
        return self._finish(loop, frozenset({counter} if counter is not None else ()))

    def _finish(self, loop: Loop, spared: frozenset[ast.AST]) -> Loop:
        parts = [p for p in loop.parts if p not in spared]
        uses: list[IndexUse] = []
        if loop.source.index is not None:
            uses = index_uses(self.facts, self.arrays, parts, loop.source.index, set(loop.varying))
        obstacle = self._obstacle(loop, parts)
        return Loop(
            loop.facts, loop.node, loop.source, loop.outputs, tuple(uses), loop.assigned,
            loop.carried, loop.live_outs, obstacle, loop.counter, loop.element, loop.stacker,
        )  # fmt: skip

    def _obstacle(self, loop: Loop, parts: list[ast.AST]) -> str:
        if loop.source.kind in ("opaque", "condition"):
            return loop.source.why
        node = loop.node
        if isinstance(node, (ast.For, ast.While)):
            for why in loop_body.exits(list(node.body)):
                return why
            if node.orelse:
                return "it has an `else`"
            scope = self.module.scope[node]
            for name in sorted(loop.varying):
                if name in scope.outer:
                    return f"it stores the outer name `{name}`"
                if captured(self.module, node, name) and (
                    name in loop.assigned or name == loop.index
                ):
                    return f"a function outside of it reads `{name}`"
            if (loop.index in loop.assigned and loop.index in read_names(*parts)) or any(
                assigned_names(e.target) & loop.assigned for e in loop.source.elements
            ):
                return "it rebinds its own counter"
        spared: set[ast.AST] = set()
        for output in loop.outputs:
            spared.add(output.statement)
            if isinstance(output.statement, ast.Expr):
                spared.add(output.statement.value)
        return next(
            iter(loop_body.effects(self.facts, parts, set(loop.varying), spared, loop.index)),
            "",
        )

    def _counting(self, node: ast.While) -> tuple[Source, ast.stmt | None]:
        """`i = 0`, `while i < n:`, ..., `i += 1` as a counting loop."""
        opaque = Source("condition", why="it runs until a condition changes")
        test = node.test
        if not (
            isinstance(test, ast.Compare)
            and isinstance(test.left, ast.Name)
            and len(test.ops) == 1
            and isinstance(test.ops[0], ast.Lt)
            and node.body
        ):
            return opaque, None
        name, last = test.left.id, node.body[-1]
        if not (
            isinstance(last, ast.AugAssign)
            and isinstance(last.op, ast.Add)
            and isinstance(last.target, ast.Name)
            and last.target.id == name
            and isinstance(last.value, ast.Constant)
            and last.value.value == 1
        ):
            return opaque, None
        block = self.module.block_of(node)
        before = block[: block.index(node)]
        init = before[-1] if before else None
        if not (
            isinstance(init, ast.Assign)
            and len(init.targets) == 1
            and isinstance(init.targets[0], ast.Name)
            and init.targets[0].id == name
            and isinstance(init.value, ast.Constant)
            and init.value.value == 0
        ):
            return opaque, None
        if read_names(test.comparators[0]) & assigned_names(*node.body):
            return opaque, None
        return Source("count", name, None, test.comparators[0]), last


def _is_number(value: object) -> bool:
    return isinstance(value, (bool, int, float, complex))


def _in_order(body: list[ast.stmt], names: set[str]) -> list[str]:
    """Names in the order in which a body first mentions them."""
    seen: dict[str, tuple[int, int]] = {}
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and node.id in names:
                place = (node.lineno, node.col_offset)
                seen[node.id] = min(seen.get(node.id, place), place)
    return [*sorted(seen, key=lambda n: seen[n]), *sorted(names - seen.keys())]


_ON_PURPOSE = re.compile(
    r"(^|_)(naive|ref|reference|slow|loop|loops|unroll|unrolled|python|test|tests|bench"
    r"|benchmark|expected|oracle|static_unroll)(_|$)|(^|[a-z])(Naive|Reference|Test|Unrolled)"
)
_SWITCH = re.compile(r"scan|unroll|vmap|vectori[sz]e|use_loop|python_loop|fori")
_REASONS = re.compile(
    r"faster|unroll|oom|out of memory|cannot use|can't use|can not use|not scan|no scan|won't jit"
)
_TEST_PATH = re.compile(
    r"/(tests?|testing|benchmarks?|bench)/|/(test_|bench)[^/]*$|_test\.py$|conftest\.py$"
)

__all__ = ["Element", "IndexUse", "Loop", "LoopNode", "Loops", "Output", "Source"]
