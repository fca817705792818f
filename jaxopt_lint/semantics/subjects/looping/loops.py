"""What each loop carries, reads, gathers and leaves behind; whether its turns are independent."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from jaxopt_lint.semantics.jax.basics import Facts, Kind, calls, fact, tracing, values
from jaxopt_lint.semantics.jax.usual import usual_turns
from jaxopt_lint.semantics.python import (
    assigned_names,
    captured,
    keeps,
    read_names,
    reads_after,
    reads_first,
)
from jaxopt_lint.semantics.python.walking import walk
from jaxopt_lint.semantics.subjects.differentiation.gradients import gradients_among
from jaxopt_lint.semantics.subjects.looping import body as loop_body
from jaxopt_lint.semantics.subjects.looping.arrays import arrays
from jaxopt_lint.semantics.subjects.looping.index import IndexUse, index_uses
from jaxopt_lint.semantics.subjects.looping.loop import Loop, LoopNode
from jaxopt_lint.semantics.subjects.looping.modules import modules_called
from jaxopt_lint.semantics.subjects.looping.outputs import Output, outputs_of
from jaxopt_lint.semantics.subjects.looping.purpose import on_purpose
from jaxopt_lint.semantics.subjects.looping.readers import STACKERS, Consumer, reader, readers
from jaxopt_lint.semantics.subjects.looping.source import FEW, Element, Source, counting, source_of
from jaxopt_lint.semantics.subjects.looping.turns import in_kernel

_CONTAINERS = (ast.List, ast.Dict, ast.ListComp, ast.Set, ast.JoinedStr)
_NUMBERS = (bool, int, float, complex)
_FEW_HEAVY = 6  # turns that jit may as well unroll, where each of them differentiates something


class Loops:
    """The loops of one file."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.module = facts.module
        self.arrays = arrays(facts)
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
        """Whether loops at a place are there on purpose: in kernels, as one of two ways."""
        why = on_purpose(self.facts, node)
        if not why and in_kernel(self.facts, node):
            why = "it stands in a kernel"
        if why:
            self.facts.doubt(node, "{}, so that the loop is taken to be meant", why)
        return bool(why)

    def worth_staging(self, loop: Loop) -> bool:
        """Whether a loop that carries state should be one operation: long, pure, on arrays."""
        why, *parts = self._not_worth(loop)
        if why:
            self.facts.doubt(loop.node, why, *parts)
        return not why

    def _not_worth(self, loop: Loop) -> tuple[str, *tuple[ast.AST | str, ...]]:
        """What speaks against making a loop one operation, with its parts; "" if nothing does."""
        node = loop.node
        if not isinstance(node, (ast.For, ast.While)) or self.module.function(node) is None:
            return ("it stands outside of every function",)
        used = loop.used("static", "argument", "block")
        if used:
            return "the counter has to be a Python number: {}", used[0].why
        few = _FEW_HEAVY if self._differentiates(loop) else FEW
        if loop.source.small(self.facts, few):
            return ("it has few turns",)
        left = usual_turns(self.facts, node)
        if left is not None and left.listed and left.number < few:
            return "it has few turns: {}", left.why
        state = {*loop.carried, *loop.sums}
        why = loop_body.reshapes(self.facts, loop.body, state)
        if why:
            return "what it carries changes: {}", why
        for name in state:
            if self.starts_as_python(node, name):
                return "`{}` starts as a Python object, not as an array", name
            if self.is_function(node, name):
                return "`{}` is called: a function, which no loop of JAX carries", name
        why = modules_called(self.facts, list(loop.body), node)
        if why:
            return "it calls {}, a module of a framework, whose parameters cannot go along", why
        if self.exempt(node):
            return ("it is taken to be meant",)
        if loop.taken and not any(e.unpacked for e in loop.source.elements):
            if not (loop.proven or loop.plausible):
                return "{} is not known to be an array", loop.taken[0]
        if loop.traced_at is not None:
            works = loop.computes and loop.uses_jax
            return ("" if works else "no operation of JAX is seen in its body",)
        if not (loop.feeds_back or (loop.stepwise and loop.computes_itself)):
            return ("no turn reads what the one before left",)  # writes side by side
        if not (loop.computes_itself or loop.writes_itself):
            return ("nothing jits it, and no operation of JAX stands in its own body",)
        if self.dispatches(loop):
            return ("each turn runs something compiled: a loop of the host, as it should be",)
        return ("",)

    def dispatches(self, loop: Loop) -> bool:
        """Whether each turn runs something compiled: a loop of the host, as it should be."""
        called = (n.func for n in loop.nodes if isinstance(n, ast.Call))
        return any(map(tracing(self.facts).compiled, called))

    def starts_as_python(self, node: ast.For | ast.While, name: str) -> bool:
        """Whether a name is given a container, a text or nothing in front of a loop."""
        bindings = self.module.scope[node].bindings.get(name, ())
        return any(
            isinstance(b.value, _CONTAINERS)
            or (isinstance(b.value, ast.Constant) and not isinstance(b.value.value, _NUMBERS))
            for b in bindings
            if getattr(b.node, "lineno", 0) < node.lineno
        )

    def is_function(self, node: ast.For | ast.While, name: str) -> bool:
        """Whether a name that a loop carries is called, there or around it, or starts as one."""
        scope = self.module.scope[node]
        bindings = scope.bindings.get(name, [])
        return any(b.value is not None and self._function(b.value) for b in bindings) or any(
            isinstance(call.func, ast.Name)
            and call.func.id == name
            and self.facts.names.binding(call.func) == bindings
            for call in self.module.inside(ast.Call, scope.node)
        )

    def _function(self, value: ast.expr) -> bool:
        if isinstance(value, ast.Call):
            return False
        found = values(self.facts).kind(value) is Kind.CALLABLE
        return found or calls(self.facts).callee(value) is not None

    # -----------------------------------------------------------------------------------

    def _differentiates(self, loop: Loop) -> bool:
        """Whether jit compiles a forward and a backward pass for each turn."""
        return loop.traced_at is not None and bool(gradients_among(self.facts, iter(loop.nodes)))

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
        consumers = tuple(self._list_readers(node)) if stacker is None else ()
        return self._finish(
            Loop(self.facts, node, source, element=node.elt, stacker=stacker, consumers=consumers)
        )

    def _list_readers(self, node: ast.ListComp | ast.GeneratorExp) -> Iterator[Consumer]:
        """Who reads the list of a comprehension: where it stands, or through its name."""
        match node, self.module.parent[node]:
            case ast.ListComp(), ast.Assign([ast.Name(name)]) as around:
                yield from readers(self.facts, around, name)
            case ast.ListComp(), ast.Starred():
                yield reader(self.facts, node)

    def _statement(self, node: ast.For | ast.While) -> Loop:
        counter = None
        if isinstance(node, ast.For):
            source = source_of(self.facts, node.target, node.iter)
        else:
            source, counter = counting(self.facts, node)
        body = [s for s in node.body if s is not counter]
        assigned = assigned_names(*body)
        found = outputs_of(self.facts, node, source.index)
        outputs = tuple(o for o in found if o.statement is not counter)
        gathered = {o.name for o in outputs}
        carried = tuple(
            name
            for name in _in_order(body, assigned)
            if name not in gathered
            and (
                reads_first(self.module, body, name)
                or (keeps(self.module, body, name) and reads_after(self.module, node, name))
            )
        )
        targets = assigned_names(*(e.target for e in source.elements)) | {source.index or ""}
        others = (assigned | targets) - {*carried, *gathered, ""}
        live = tuple(sorted(n for n in others if reads_after(self.module, node, n)))
        return self._finish(
            Loop(
                self.facts, node, source, outputs, assigned=frozenset(assigned), carried=carried,
                live_outs=live, counter=counter,
            )
        )  # fmt: skip

    def _finish(self, loop: Loop) -> Loop:
        parts = [p for p in loop.parts if p is not loop.counter]
        uses: list[IndexUse] = []
        if loop.index is not None:
            uses = index_uses(self.facts, self.arrays, parts, loop.index, set(loop.varying))
        return replace(loop, uses=tuple(uses), obstacle=self._obstacle(loop, parts))

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
                own = name in loop.assigned or name == loop.index
                if own and captured(self.module, node, name):
                    return f"a function outside of it reads `{name}`"
            if (loop.index in loop.assigned and loop.index in read_names(*parts)) or any(
                assigned_names(e.target) & loop.assigned for e in loop.source.elements
            ):
                return "it rebinds its own counter"
        varying = set(loop.varying)
        found = loop_body.effects(self.facts, parts, varying, loop.gathering, loop.index)
        return next(iter(found), "")


def _in_order(body: list[ast.stmt], names: set[str]) -> list[str]:
    """Names in the order in which a body first mentions them."""
    found = (n for s in body for n in walk(s) if isinstance(n, ast.Name) and n.id in names)
    seen = [n.id for n in sorted(found, key=lambda n: (n.lineno, n.col_offset))]
    return [*dict.fromkeys([*seen, *sorted(names)])]


__all__ = ["Element", "IndexUse", "Loop", "LoopNode", "Loops", "Output", "Source"]


@fact
def loops(facts: Facts) -> Loops:
    """What each loop carries, reads, writes and leaves behind."""
    return Loops(facts)
