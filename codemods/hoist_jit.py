"""Compiles once, in front of a loop or beside a function, what each run would compile anew."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.patterns.equal_statics import taken_for_each_other
from jaxopt_lint.patterns.fresh_jits import FreshJit
from jaxopt_lint.patterns.hoisted_names import name_at_top, new_name
from jaxopt_lint.patterns.hoisted_parts import CAPTURES, INERT, Moved, moved_out
from jaxopt_lint.patterns.traced_once import PURE, STEADY, objections
from jaxopt_lint.rewriting.swapping import Respelled, Without, after_blank, comments, swapped
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, calls
from jaxopt_lint.semantics.jax.captures import bound_within, captured, changes, rebound
from jaxopt_lint.semantics.jax.recurrence import loop_around
from jaxopt_lint.semantics.python.scopes import COMPREHENSIONS, DEFINITIONS, FUNCTIONS

Swaps = dict[cst.CSTNode, cst.CSTNode]

_INERT_MAKING, _THERE, _ALIKE = _OWN = (
    Precondition(
        "making-has-no-effect", "What runs to make the compiled function does nothing but make it."
    ),
    Precondition(
        "there-in-time",
        "What the compiled function is made of is there before the loop starts, in all iterations.",
    ),
    Precondition(
        "equal-statics-are-alike",
        "Static values that are equal are the same to the program: no zeros of both signs, and no "
        "tuples that hold equal numbers of different types.",
    ),
)


class HoistJit(Codemod[FreshJit]):
    """Compile it once, outside of the code that runs again and again."""

    promise = Promise.SAME
    preconditions = (CAPTURES, STEADY, PURE, *_OWN)

    def rewrite(self, found: FreshJit) -> None:
        for why, seen in taken_for_each_other(self.facts, found):
            if seen:
                self.refuse(f"{why}, and what is compiled once is found by them", _ALIKE)
            self.lower(_ALIKE, why)
        if isinstance(found.region, FUNCTIONS):
            self._out_of_function(found)
        else:
            self._out_of_loop(found)

    # -- out of a loop ------------------------------------------------------------------

    def _out_of_loop(self, found: FreshJit) -> None:
        region = found.region
        moved = moved_out(self.facts, found)
        self._once_is_enough(found, moved)
        outer = loop_around(self.facts, region)
        while outer is not None and not isinstance(outer, COMPREHENSIONS):
            known = moved.names.union(moved.passed)
            if any(bound_within(self.module, m, outer) - known for m in moved.nodes):
                break
            region, outer = outer, loop_around(self.facts, outer)
        for part in moved.nodes:
            for read, holder in captured(self.module, part):
                if holder.fixed(read.id) or read.id in moved.passed:
                    continue
                rebinds = holder is self.module.top and rebound(self.module, read.id)
                changed = changes(self.facts, read, holder, region)
                if changed:
                    self.refuse(f"`{read.id}` is another value in the next iteration", STEADY)
                if rebinds or self.module.is_self(read) or changed is None:
                    self.lower(STEADY, f"`{read.id}` may be changed in an iteration")
        self._trace_once(found, moved, region)
        statement = region if isinstance(region, ast.stmt) else self.module.statement(region)
        swaps = self._with_arguments(found, moved.passed) if moved.passed else {}
        new, rest = self._taken_out(found, moved, statement, swaps)
        new = [swapped(node, swaps) for node in new]
        opens = self.module.block_of(statement)[0] is statement
        opens = opens or bool(getattr(self.cst(statement), "leading_lines", ()))
        spaced = [rest.with_changes(leading_lines=[])]
        for node in reversed(new):
            if isinstance(node, cst.FunctionDef):
                spaced[0] = after_blank(spaced[0])
            spaced.insert(0, node)
        if isinstance(new[0], cst.FunctionDef) and not opens:
            spaced[0] = after_blank(spaced[0])
        self.replace_statement(statement, spaced)

    def _once_is_enough(self, found: FreshJit, moved: Moved) -> None:
        """Refuse where something that runs at once does more than to give a value."""
        conditional = self.module.parent[self.module.statement(found.node)] is not found.region
        for node in moved.run_at_once():
            if isinstance(node, ast.Call):
                name = self.facts.names.call(node) or ""
                made = calls(self.facts).factory(node.func)
                acts = name not in INERT and not name.startswith("jax.") and made is None
            else:
                acts = isinstance(node, (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr))
            if acts:
                why = f"`{self.code(node)}` would run once, and not in every iteration"
                self.refuse(why, _INERT_MAKING)
            if conditional and isinstance(node, (ast.Attribute, ast.Subscript)):
                if self.facts.names.of(node) is None:
                    self.lower(_THERE, f"`{self.code(node)}` may not be there yet")

    def _with_arguments(self, found: FreshJit, passed: list[str]) -> Swaps:
        """The function with parameters for what it captured, and its calls with the values."""
        for name in passed:
            self.lower(CAPTURES, f"`{name}` becomes an argument, and is traced")
        function = found.wrap.function
        assert function is not None
        old = self.cst(function)
        assert isinstance(old, (cst.FunctionDef, cst.Lambda))
        given = [cst.Param(cst.Name(name)) for name in passed]
        params = old.params.with_changes(params=[*old.params.params, *given])
        swaps: dict[cst.CSTNode, cst.CSTNode] = {old.params: params}
        home = self.module.function(found.node)
        for call in self.module.all(ast.Call):
            named = isinstance(call.func, ast.Name) and call.func.id == found.name
            if call.func is not found.node and not (named and self.module.function(call) is home):
                continue
            if call.keywords or any(isinstance(a, ast.Starred) for a in call.args):
                self.refuse(f"it captures `{passed[0]}`, which the loop assigns")
            site = self.cst(call)
            args = list(site.args)
            if args:
                args[-1] = args[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
            args += [cst.Arg(cst.Name(name)) for name in passed]
            func = site.func if found.name is not None else cst.Name(new_name(self.facts, found))
            swaps[site] = site.with_changes(func=func, args=args)
        return swaps

    # -- out of a function --------------------------------------------------------------

    def _out_of_function(self, found: FreshJit) -> None:
        function = found.region
        if not isinstance(function, DEFINITIONS):
            self.refuse("it is compiled in a lambda")
        if found.method and found.wrap.argument is not None:
            method = self.code(found.wrap.argument)
            self.refuse(f"`{method}` belongs to an object: compile it once where that is made")
        moved = moved_out(self.facts, found)
        names = moved.names
        for part in moved.nodes:
            for read, holder in captured(self.module, part):
                if holder is not self.module.top:
                    if read.id not in names:
                        self.refuse(f"it captures `{read.id}` of the function around it", CAPTURES)
                    continue
                fixed = holder.fixed(read.id)
                changed = not fixed and changes(self.facts, read, holder, function)
                why = f"`{read.id}` of the module may change between the calls"
                if changed or rebound(self.module, read.id):
                    self.refuse(why, STEADY)
                if changed is None:
                    self.lower(STEADY, why)
        self._trace_once(found, moved, function)
        top = self.module.statement(function)
        while self.module.parent[top] is not self.module.tree:
            top = self.module.statement(self.module.parent[top])
        self._at_import(moved, top)
        renamed = {n: name_at_top(self.facts, n, found) for n in names}
        new, rest = self._taken_out(found, moved, function, {})
        new = [Respelled(renamed).of(node) for node in new]
        left = Respelled(renamed).of(rest)
        self.replace_statement(function, [left.with_changes(leading_lines=[])])
        blank = [cst.EmptyLine(indent=False)] * 2
        before = self.module.tree.body[self.module.tree.body.index(top) - 1]
        definition = isinstance(new[0], cst.FunctionDef)
        for i, s in enumerate(new):
            lead = blank if definition or i == 0 else []
            new[i] = s.with_changes(leading_lines=[*lead, *comments(s)])
        self.insert_after(before, new)

    def _at_import(self, moved: Moved, top: ast.stmt) -> None:
        """Refuse where something that runs at once could not, or should not, run at import."""
        if self.module.tree.body.index(top) == 0:
            self.refuse("there is nothing in front of the function")
        names = moved.names
        for node in moved.run_at_once():
            if isinstance(node, ast.Call):
                name = self.facts.names.call(node)
                made = calls(self.facts).factory(node.func)
                if name not in INERT and name not in TRANSFORMS and made is None:
                    why = f"`{self.code(node)}` would run when the module is imported"
                    self.refuse(why, _INERT_MAKING)
            elif isinstance(node, ast.Name) and node.id not in names:
                for binding in self.module.top.bindings.get(node.id, ()):
                    if binding.node.lineno >= top.lineno:  # type: ignore[attr-defined]
                        self.refuse(f"`{node.id}` is defined further down")

    # -- both ------------------------------------------------------------------------------

    def _trace_once(self, found: FreshJit, moved: Moved, region: ast.AST) -> None:
        for precondition, why, seen in objections(self.facts, found, moved, region):
            if seen:
                self.refuse(why, precondition)
            self.lower(precondition, why)

    def _taken_out(
        self, found: FreshJit, moved: Moved, home: ast.stmt, swaps: Swaps
    ) -> tuple[list[cst.CSTNode], cst.CSTNode]:
        """The statements that go, one that names what had no name, and what is left of `home`."""
        going = [m for m in moved.nodes if isinstance(m, ast.stmt)]
        new = [self.cst(m).with_changes(leading_lines=comments(self.cst(m))) for m in going]
        left = dict(swaps)
        if isinstance(found.node, ast.Call) and found.name is None:
            name, value = new_name(self.facts, found), self.cst(found.node)
            target = cst.AssignTarget(cst.Name(name))
            new.append(cst.SimpleStatementLine([cst.Assign([target], value)]))
            left[value] = cst.Name(name)
        rest = self.cst(home).visit(Without({self.cst(m) for m in going}, left))
        assert isinstance(rest, cst.CSTNode)
        return new, rest
