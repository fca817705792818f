"""A loop over rows becomes one call of `jax.vmap`."""

from __future__ import annotations

import ast
from typing import ClassVar

import libcst as cst

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.semantics.excerpt import (
    Excerpt,
    fresh,
    one_line,
    without_trailing_space,
)
from jaxopt_lint.semantics.liveness import read_names
from jaxopt_lint.semantics.loop_body import modules_called
from jaxopt_lint.semantics.loop_endings import (
    buffer_dtype,
    fills,
    is_scalar,
    own_assignment,
    results_behind,
)
from jaxopt_lint.semantics.loop_outputs import Consumer, Output, stacking
from jaxopt_lint.semantics.loop_plan import (
    Argument,
    NoPlan,
    arguments,
    body_text,
    bounds,
    opens_block,
    result_text,
    results,
)
from jaxopt_lint.semantics.loops import Loop

_WIDTH = 96


class Vmap(Codemod):
    """Map over the rows with `jax.vmap`."""

    promise: ClassVar[Promise] = Promise.CLOSE

    def targets(self, qualname: str) -> list[ast.AST]:
        found: list[ast.AST] = []
        for node in self.facts.module.all(ast.For, ast.ListComp, ast.GeneratorExp):
            if self.facts.module.qualname(node) == qualname:
                assert isinstance(node, (ast.For, ast.ListComp, ast.GeneratorExp))
                loop = self.facts.loops.of(node)
                if loop.kind == "independent" and (loop.outputs or loop.stacker is not None):
                    found.append(node)
        return found

    def rewrite(self, node: ast.AST) -> None:
        if not isinstance(node, (ast.For, ast.ListComp, ast.GeneratorExp)):
            self.refuse("this is no loop over rows")
        loop = self.facts.loops.of(node)
        self._check(loop)
        self.excerpt = Excerpt(self.facts)
        self.comments: list[str] = []
        self.removed: set[ast.stmt] = set()
        try:
            places = frozenset(o.place for o in loop.outputs if o.place is not None)
            given = arguments(
                self.facts, loop, self.excerpt, lambda: self._jax("numpy.arange", node), places
            )
            self._build(loop, given)
        except NoPlan as reason:
            self.refuse(str(reason))

    def _build(self, loop: Loop, given: list[Argument]) -> None:
        if loop.element is not None:
            self._comprehension(loop, given)
        else:
            self._loop(loop, given)

    # -- may it be mapped? --------------------------------------------------------------

    def _check(self, loop: Loop) -> None:
        if loop.obstacle:
            self.refuse(loop.obstacle)
        if loop.carried:
            self.refuse(f"`{loop.carried[0]}` goes from one turn to the next")
        if loop.live_outs:
            self.refuse(f"`{loop.live_outs[0]}` is read after the loop")
        if loop.source.reversed:
            self.refuse("it goes backwards")
        if any(e.unpacked for e in loop.source.elements):
            self.refuse("it goes over an unpacked tuple, which may hold other things than arrays")
        for use in loop.used("static", "argument", "block"):
            self.refuse(use.why)
        if loop.used("arithmetic") and not loop.source.traced:
            self.refuse("its counter takes part in arithmetic, where an array of counters "
                        "would give another dtype")  # fmt: skip
        if not (loop.rows or loop.source.elements):
            self.refuse("it takes no rows of an array")
        module = modules_called(self.facts, loop.parts, loop.node)
        if module is not None:
            self.refuse(f"it calls {module}, which the framework's own `vmap` must know of")

    # -- building -----------------------------------------------------------------------

    def _mapped(
        self,
        loop: Loop,
        function: str,
        given: list[Argument],
        out_axes: list[int],
        lead: int = 12,
    ) -> str:
        options = ""
        axes = [a.axis for a in given]
        if any(axes):
            same = len(set(axes)) == 1
            shown = str(axes[0]) if same else "(" + ", ".join(map(str, axes)) + ")"
            options += f", in_axes={shown}"
        if any(out_axes):
            shown = str(out_axes[0]) if len(out_axes) == 1 else str(tuple(out_axes))
            options += f", out_axes={shown}"
        vmap = self._jax("vmap", loop.node)
        values = ", ".join(a.value for a in given)
        short = f"{vmap}({function}{options})({values})"
        if len(short) + loop.node.col_offset + lead < _WIDTH:
            return short
        if function.isidentifier():
            return f"{vmap}({function}{options})(\n    {values}\n)"
        inner = f"    {function}" + options.replace(", ", ",\n    ", 1)
        return f"{vmap}(\n{inner}\n)({values})"

    def _inline(self, given: list[Argument], value: ast.expr) -> str:
        """A function of one expression: the function that it calls, or a lambda."""
        if (
            isinstance(value, ast.Call)
            and not value.keywords
            and isinstance(value.func, (ast.Name, ast.Attribute))
            and [self.excerpt.expression(a) for a in value.args] == [a.name for a in given]
            and not read_names(value.func) & {a.name for a in given}
        ):
            return self.code(value.func)
        names = ", ".join(a.name for a in given)
        return f"lambda {names}: {self.excerpt.expression(value)}"

    def _comprehension(self, loop: Loop, given: list[Argument]) -> None:
        assert loop.element is not None and isinstance(loop.node, (ast.ListComp, ast.GeneratorExp))
        if loop.stacker is None:
            self.refuse("its list is not made an array on the spot")
        consumer = stacking(self.facts, loop.stacker)
        function = self._inline(given, loop.element)
        if "\n" in function:
            if "#" in function:
                self.refuse("a comment stands within it")
            function = one_line(function)
        if consumer.kind == "sum":
            mapped = self._mapped(loop, function, given, [0])
            total = self._jax("numpy.sum", loop.node)
            scalar = is_scalar(self.facts, loop.element)
            self.display = not scalar
            self.replace(loop.stacker, f"{total}({mapped}{'' if scalar else ', axis=0'})")
        elif consumer.kind == "join":
            self.replace(loop.node, self._mapped(loop, function, given, [0]))
        else:
            self.replace(loop.stacker, self._mapped(loop, function, given, [consumer.axis]))

    def _loop(self, loop: Loop, given: list[Argument]) -> None:
        node = loop.node
        assert isinstance(node, ast.For)
        outputs = list(loop.outputs)
        if not outputs:
            self.refuse("it gathers nothing")
        for output in outputs:
            self._check_output(loop, output)
        endings = [self._ending(loop, o) for o in outputs]
        definition, function = self._function(loop, given, outputs)
        room = sum(len(o.name) + 2 for o in outputs) + (20 if outputs[0].kind == "set" else 3)
        mapped = self._mapped(loop, function, given, [axis for axis, _ in endings], room)
        new: list[str] = []
        if len(outputs) == 1 and outputs[0].kind != "append":
            new.append(self._assignment(loop, outputs[0], mapped))
            self._drop_init(loop, outputs[0])
        elif len(outputs) == 1 and (place := self._next_reader(loop, outputs[0], mapped)):
            self._leave_out(outputs[0].init)
            new += self._read_next(loop, *place, moved=bool(definition))
        else:
            new += self._several(loop, outputs, mapped)
        text = "\n".join(new) + "\n"
        if definition:
            text = definition + ("\n" + text if new else "")
        lead = "".join(f"{c}\n" for c in self.comments)
        if definition and not lead and not opens_block(self.facts, loop, self.removed):
            lead = "\n"
        parsed = self.surgeon.parse(lead + text, node)
        self.replace_statement(node, without_trailing_space(parsed))

    def _leave_out(self, statement: ast.stmt | None) -> None:
        """Remove a statement of the list's bookkeeping; a comment beside it is kept."""
        assert statement is not None
        self.removed.add(statement)
        comment = self.excerpt.comment_beside(statement)
        if comment:
            self.comments.append(comment)
        self.remove(statement)

    def _check_output(self, loop: Loop, output: Output) -> None:
        if output.kind == "append":
            if any(c.kind == "other" for c in output.consumers):
                self.refuse(f"`{output.name}` is used as a list afterwards")
            axes = {c.axis for c in output.consumers if c.kind in ("stack", "array")}
            if not output.consumers or (axes - {0} and len(output.consumers) > 1):
                self.refuse(f"`{output.name}` is stacked in several ways")
        elif output.kind == "set":
            if output.axis is None:
                self.refuse(f"the index into `{output.name}` is more than a row number")
            if output.init is None:
                self.refuse(f"`{output.name}` is not created right in front of the loop")
        elif output.init is None or isinstance(output.init.value, (ast.List, ast.Tuple)):
            self.refuse(f"`{output.name}` does not start from a number or array seen here")
        if not read_names(output.value) & loop.varying:
            self.refuse(f"`{output.name}` gets the same value on each turn")

    def _ending(self, loop: Loop, output: Output) -> tuple[int, str]:
        if output.kind == "append":
            return next((c.axis for c in output.consumers if c.kind == "stack"), 0), ""
        if output.kind == "set":
            return output.axis or 0, ""
        return 0, ""

    def _function(
        self, loop: Loop, given: list[Argument], outputs: list[Output]
    ) -> tuple[str, str]:
        """The text of the mapped function, and how to call it."""
        node = loop.node
        assert isinstance(node, ast.For)
        params = ", ".join(a.name for a in given)
        if len(node.body) == 1 and len(outputs) == 1 and not self._commented(loop):
            inline = self._inline(given, outputs[0].value)
            if "\n" not in inline and len(inline) < 60 and not _has_lambda(outputs[0].value):
                return "", inline
        name = fresh(self.facts.module, node, "one", "one_row", "per_row")
        names: list[str] = []
        if len(outputs) == 1 and outputs[0].statement is node.body[-1]:
            value = result_text(self.facts, self.excerpt, outputs[0])
            self.excerpt.put(outputs[0].statement, f"return {value}")
        else:
            taken = {a.name for a in given}
            names = results(self.facts, loop, self.excerpt, outputs, taken)
        body = body_text(loop, self.excerpt)
        if names:
            body += f"    return {', '.join(names)}\n"
        comment = self.excerpt.header_comment(node)
        return f"def {name}({params}):{comment}\n{body}", name

    def _commented(self, loop: Loop) -> bool:
        node = loop.node
        assert isinstance(node, ast.For)
        rows = self.facts.module.lines[node.lineno - 1 : (node.end_lineno or node.lineno)]
        return any("#" in row for row in rows)

    # -- where the results go -----------------------------------------------------------

    def _assignment(self, loop: Loop, output: Output, mapped: str) -> str:
        if output.kind == "sum":
            total = self._jax("numpy.sum", loop.node)
            scalar = is_scalar(self.facts, output.value)
            self.display = not scalar
            gathered = f"{total}({mapped}{'' if scalar else ', axis=0'})"
            if self._starts_at_nothing(output):
                return f"{output.name} = {gathered}"
            return f"{output.name} = {output.name} + {gathered}"
        if fills(self.facts, loop, output):
            dtype = buffer_dtype(self.facts, output)
            if dtype is not None:
                return f"{output.name} = {mapped}.astype({dtype})"
        assert output.axis is not None
        if output.axis < 0:
            self.refuse(f"`{output.name}` may have more rows than the loop fills")
        source = loop.source
        if source.stop is None:
            self.refuse(f"`{output.name}` may have more rows than the loop fills")
        start, stop, step = bounds(self.facts, loop)
        place = f"{':, ' * output.axis}{start}:{stop}{':' + step if step else ''}"
        return f"{output.name} = {output.name}.at[{place}].set({mapped})"

    def _starts_at_nothing(self, output: Output) -> bool:
        value = output.init.value if output.init is not None else None
        if not isinstance(value, ast.Constant) or value.value != 0:
            return False
        return type(value.value) is int or is_scalar(self.facts, output.value)

    def _drop_init(self, loop: Loop, output: Output) -> None:
        assert output.init is not None
        if output.kind == "sum":
            if self._starts_at_nothing(output):
                self._leave_out(output.init)
        elif fills(self.facts, loop, output) and buffer_dtype(self.facts, output) is not None:
            self._leave_out(output.init)

    def _next_reader(
        self, loop: Loop, output: Output, mapped: str
    ) -> tuple[ast.stmt, ast.AST, str] | None:
        """The only reader of the list, if that is the next statement, and what it reads now."""
        if len(output.consumers) != 1 or output.kind != "append":
            return None
        consumer = output.consumers[0]
        block = self.facts.module.block_of(loop.node)  # type: ignore[arg-type]
        rest = block[block.index(loop.node) + 1 :]  # type: ignore[arg-type]
        if not rest or consumer.kind not in ("stack", "array", "join", "sum"):
            return None
        after = rest[0]
        if (
            not isinstance(after, (ast.Assign, ast.Return, ast.AugAssign, ast.AnnAssign))
            or self.facts.module.statement(consumer.node) is not after
            or _under_function(self.facts.module.parent, consumer.node, after)
        ):
            return None
        row = self.facts.module.lines[after.lineno - 1]
        if len(row.rstrip()) + len(mapped) - len(self.code(consumer.node)) > _WIDTH:
            return None
        return after, *self._replaced_by(consumer, mapped)

    def _read_next(
        self, loop: Loop, after: ast.stmt, node: ast.AST, text: str, *, moved: bool
    ) -> list[str]:
        """Let the reader behind the loop read the result; what of it goes behind a new `def`."""
        end = loop.node.end_lineno or loop.node.lineno
        if not moved or after.lineno != end + 1:
            self.replace(node, text)
            return []
        self.excerpt.put(node, text)
        comment = self.excerpt.comment_beside(after)
        self.remove(after)
        return [self.excerpt.expression(after) + (f"  {comment}" if comment else "")]

    def _replaced_by(self, consumer: Consumer, text: str) -> tuple[ast.AST, str]:
        node = consumer.node
        assert isinstance(node, ast.Call)
        plain = len(node.args) == 1 and not node.keywords
        turned = isinstance(node.args[0], ast.Subscript)
        if consumer.kind == "stack" or (consumer.kind == "array" and plain):
            return node, text + ("[::-1]" if turned else "")
        if consumer.kind == "sum":
            total = self._jax("numpy.sum", node)
            return node, f"{total}({text}, axis=0)"
        inner = node.args[0]
        return (inner.value if isinstance(inner, ast.Subscript) else inner), text

    def _several(self, loop: Loop, outputs: list[Output], mapped: str) -> list[str]:
        """Bind the results by name, and let the readers of the lists read those."""
        names, after = [], []
        run = results_behind(self.facts, loop.node, outputs)  # type: ignore[arg-type]
        for output in outputs:
            if output.kind != "append":
                name = fresh(self.facts.module, loop.node, f"{output.name}_rows")
                names.append(name)
                after.append(self._assignment(loop, output, name))
                self._drop_init(loop, output)
                continue
            self._leave_out(output.init)
            if output in run:
                statement, target = run[output]
                names.append(target)
                self._leave_out(statement)
                continue
            names.append(output.name)
            for consumer in output.consumers:
                if consumer.kind in ("stack", "array", "sum"):
                    statement = self.facts.module.statement(consumer.node)
                    if own_assignment(statement, consumer, output.name):
                        self._leave_out(statement)
                        continue
                    self.replace(*self._replaced_by(consumer, output.name))
        return [f"{', '.join(names)} = {mapped}", *after]

    def _jax(self, name: str, at: ast.AST) -> str:
        return cst.Module([]).code_for_node(self.spell(f"jax.{name}", at))


def _has_lambda(node: ast.expr) -> bool:
    return any(isinstance(n, ast.Lambda) for n in ast.walk(node))


def _under_function(parent: dict[ast.AST, ast.AST], node: ast.AST, top: ast.AST) -> bool:
    while node is not top:
        if isinstance(node, (ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.IfExp)):
            return True
        node = parent[node]
    return False
