"""Compiles once, in front of a loop or beside a function, what each run would compile anew."""

from __future__ import annotations

import ast
import re

import libcst as cst

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.patterns.equal_statics import taken_for_each_other
from jaxopt_lint.patterns.fresh_jits import FreshJit
from jaxopt_lint.rewriting.swapping import Respelled, Without, after_blank, comments, swapped
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, calls
from jaxopt_lint.semantics.jax.captures import bound_within, captured, changes, rebound
from jaxopt_lint.semantics.jax.effects.effect import Effect, lasting
from jaxopt_lint.semantics.jax.effects.steady import read_of
from jaxopt_lint.semantics.jax.effects.walk import callable_effects, effects
from jaxopt_lint.semantics.jax.excerpt import first_free
from jaxopt_lint.semantics.jax.naming import naming
from jaxopt_lint.semantics.jax.recurrence import loop_around
from jaxopt_lint.semantics.python import defaults
from jaxopt_lint.semantics.python.nodes import LOOPS
from jaxopt_lint.semantics.python.scopes import COMPREHENSIONS, DEFINITIONS, FUNCTIONS
from jaxopt_lint.semantics.python.signatures import positional

Swaps = dict[cst.CSTNode, cst.CSTNode]
_INERT = {"functools.partial", "jax.sharding.PartitionSpec", "jax.experimental.checkify.checkify"}

_CAPTURES, _STEADY, _PURE, _INERT_MAKING, _THERE, _ALIKE = _PRECONDITIONS = (
    Precondition(
        "captures-nothing-that-moves",
        "What is compiled captures nothing that the loop or the function around it assigns.",
    ),
    Precondition(
        "reads-nothing-that-changes",
        "Everything that the function reads while it is traced, itself or in what it calls, "
        "is the same each time.",
    ),
    Precondition(
        "tracing-has-no-effect",
        "Tracing the function stores nothing outside of it, draws nothing from a generator and "
        "prints nothing, itself or in what it calls.",
    ),
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
    preconditions = _PRECONDITIONS

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
        self.passed: list[str] = []
        moved = self._moved(found, region)
        self._once_is_enough(found, moved)
        outer = loop_around(self.facts, region)
        while outer is not None and not isinstance(outer, COMPREHENSIONS):
            known = self._names(moved) | set(self.passed)
            if any(bound_within(self.module, m, outer) - known for m in moved):
                break
            region, outer = outer, loop_around(self.facts, outer)
        for part in moved:
            for read, holder in captured(self.module, part):
                if holder.fixed(read.id) or read.id in self.passed:
                    continue
                rebinds = holder is self.module.top and rebound(self.module, read.id)
                changed = changes(self.facts, read, holder, region)
                if changed:
                    self.refuse(f"`{read.id}` is another value in the next iteration", _STEADY)
                if rebinds or self.module.is_self(read) or changed is None:
                    self.lower(_STEADY, f"`{read.id}` may be changed in an iteration")
        self._follow(found, moved, region)
        statement = region if isinstance(region, ast.stmt) else self.module.statement(region)
        swaps = self._with_arguments(found) if self.passed else {}
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

    def _once_is_enough(self, found: FreshJit, moved: list[ast.AST]) -> None:
        """Refuse where something that runs at once does more than to give a value."""
        conditional = self.module.parent[self.module.statement(found.node)] is not found.region
        for node in [n for m in moved for n in _eager(m)]:
            if isinstance(node, ast.Call):
                name = self.facts.names.call(node) or ""
                made = calls(self.facts).factory(node.func)
                acts = name not in _INERT and not name.startswith("jax.") and made is None
            else:
                acts = isinstance(node, (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr))
            if acts:
                why = f"`{self.code(node)}` would run once, and not in every iteration"
                self.refuse(why, _INERT_MAKING)
            if conditional and isinstance(node, (ast.Attribute, ast.Subscript)):
                if self.facts.names.of(node) is None:
                    self.lower(_THERE, f"`{self.code(node)}` may not be there yet")

    def _elsewhere(self, found: FreshJit) -> str:
        """On which line the name of a compiled function has its other value."""
        holder = self.module.scope[found.home].holder(found.name) if found.name else None
        bound = holder.bindings[found.name] if holder is not None and found.name else []
        rows = [b.node.lineno for b in bound if hasattr(b.node, "lineno")]
        others = [row for row in rows if row != found.home.lineno]
        return f", on line {others[0]}" if others else ""

    def _moved(self, found: FreshJit, region: ast.AST) -> list[ast.AST]:
        """The statements that go (and the call, where it has no name), in source order."""
        first: ast.AST = found.node if found.name is None else found.home
        moved: list[ast.AST] = [first]
        holder = self.module.scope[found.home].holder(found.name) if found.name else None
        if found.name and (holder is None or len(holder.bindings[found.name]) != 1):
            self.refuse(f"`{found.name}` is given another value, too{self._elsewhere(found)}")
        pending = [first]
        while pending:
            node = pending.pop()
            known = self._names(moved) | set(self.passed)
            for name in sorted(bound_within(self.module, node, region) - known):
                holder = self.module.scope[node].holder(name)
                bindings = holder.bindings[name] if holder is not None else []
                home = bindings[0].node if len(bindings) == 1 else None
                movable = isinstance(home, DEFINITIONS) or (
                    isinstance(home, ast.Assign) and self._makes_function(home.value)
                )
                own = node is first or node is found.wrap.function
                if not movable and own and self._passable(found, name):
                    self.passed.append(name)
                    continue
                if not movable or home not in self.module.block_of(found.home):
                    what = "loop" if not isinstance(region, FUNCTIONS) else "function around it"
                    self.refuse(f"it captures `{name}`, which the {what} assigns", _CAPTURES)
                assert isinstance(home, ast.stmt)
                moved.append(home)
                pending.append(home)
        others = [n for n in moved if n is not first and n is not found.wrap.function]
        shared = {n for m in others for n in bound_within(self.module, m, region)}
        for name in sorted(shared & set(self.passed)):
            self.refuse(f"it captures `{name}`, which the loop assigns", _CAPTURES)
        return sorted(moved, key=lambda n: n.lineno)  # type: ignore[attr-defined]

    def _makes_function(self, value: ast.expr) -> bool:
        """Whether a value is a function that can be made anywhere: a lambda, `vmap(f)`."""
        name = self.facts.names.call(value) or ""
        made = name in _INERT or (name in TRANSFORMS and TRANSFORMS[name].wrapper)
        return isinstance(value, ast.Lambda) or made

    def _passable(self, found: FreshJit, name: str) -> bool:
        """Whether a value that the loop assigns can be an argument of the compiled function.

        It must be data there, an operand or an index, and the function plainly jitted.
        """
        wrap, function = found.wrap, found.wrap.function
        if function is None or wrap.name != "jax.jit" or wrap.inner or wrap.bound:
            return False
        if isinstance(found.region, FUNCTIONS) or wrap.bound_names or found.handed_on:
            return False
        args = function.args
        if args.vararg or args.kwarg or args.kwonlyargs or args.defaults:
            return False
        if wrap.keyword("in_shardings", "donate_argnames", "static_argnames") is not None:
            return False
        if not wrap.decorator and len(calls(self.facts).references(function)) > 1:
            return False
        inside = set(ast.walk(function))
        for read, _ in captured(self.module, function):
            around, part = self.module.parent[read], read
            if isinstance(around, ast.Tuple):  # `x[:, i]`
                around, part = self.module.parent[around], around  # type: ignore[assignment]
            if read.id == name and not isinstance(around, (ast.BinOp, ast.Compare)):
                if not (isinstance(around, ast.Subscript) and around.slice is part):
                    return False
        parts = [found.node, *(k.value for k in (wrap.options.keywords if wrap.options else ()))]
        reads = [r for part in parts for r, _ in captured(self.module, part) if r.id == name]
        return all(r in inside for r in reads)

    def _with_arguments(self, found: FreshJit) -> Swaps:
        """The function with parameters for what it captured, and its calls with the values."""
        for name in self.passed:
            self.lower(_CAPTURES, f"`{name}` becomes an argument, and is traced")
        function = found.wrap.function
        assert function is not None
        old = self.cst(function)
        assert isinstance(old, (cst.FunctionDef, cst.Lambda))
        given = [cst.Param(cst.Name(name)) for name in self.passed]
        params = old.params.with_changes(params=[*old.params.params, *given])
        swaps: dict[cst.CSTNode, cst.CSTNode] = {old.params: params}
        home = self.module.function(found.node)
        for call in self.module.all(ast.Call):
            named = isinstance(call.func, ast.Name) and call.func.id == found.name
            if call.func is not found.node and not (named and self.module.function(call) is home):
                continue
            if call.keywords or any(isinstance(a, ast.Starred) for a in call.args):
                self.refuse(f"it captures `{self.passed[0]}`, which the loop assigns")
            site = self.cst(call)
            args = list(site.args)
            if args:
                args[-1] = args[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
            args += [cst.Arg(cst.Name(name)) for name in self.passed]
            func = site.func if found.name is not None else cst.Name(self._free(found))
            swaps[site] = site.with_changes(func=func, args=args)
        return swaps

    def _names(self, moved: list[ast.AST]) -> set[str]:
        assigned = [n for n in moved if isinstance(n, ast.Assign)]
        names = {n.targets[0].id for n in assigned if isinstance(n.targets[0], ast.Name)}
        return names | {n.name for n in moved if isinstance(n, DEFINITIONS)}

    # -- out of a function --------------------------------------------------------------

    def _out_of_function(self, found: FreshJit) -> None:
        function = found.region
        if not isinstance(function, DEFINITIONS):
            self.refuse("it is compiled in a lambda")
        if found.method and found.wrap.argument is not None:
            method = self.code(found.wrap.argument)
            self.refuse(f"`{method}` belongs to an object: compile it once where that is made")
        self.passed = []
        moved = self._moved(found, function)
        names = self._names(moved)
        for part in moved:
            for read, holder in captured(self.module, part):
                if holder is not self.module.top:
                    if read.id not in names:
                        self.refuse(f"it captures `{read.id}` of the function around it", _CAPTURES)
                    continue
                fixed = holder.fixed(read.id)
                changed = not fixed and changes(self.facts, read, holder, function)
                why = f"`{read.id}` of the module may change between the calls"
                if changed or rebound(self.module, read.id):
                    self.refuse(why, _STEADY)
                if changed is None:
                    self.lower(_STEADY, why)
        self._follow(found, moved, function)
        top = self.module.statement(function)
        while self.module.parent[top] is not self.module.tree:
            top = self.module.statement(self.module.parent[top])
        self._at_import(moved, top)
        renamed = {n: self._own(n, found) for n in names}
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

    def _at_import(self, moved: list[ast.AST], top: ast.stmt) -> None:
        """Refuse where something that runs at once could not, or should not, run at import."""
        if self.module.tree.body.index(top) == 0:
            self.refuse("there is nothing in front of the function")
        names = self._names(moved)
        for node in [n for m in moved for n in _eager(m)]:
            if isinstance(node, ast.Call):
                name = self.facts.names.call(node)
                made = calls(self.facts).factory(node.func)
                if name not in _INERT and name not in TRANSFORMS and made is None:
                    why = f"`{self.code(node)}` would run when the module is imported"
                    self.refuse(why, _INERT_MAKING)
            elif isinstance(node, ast.Name) and node.id not in names:
                for binding in self.module.top.bindings.get(node.id, ()):
                    if binding.node.lineno >= top.lineno:  # type: ignore[attr-defined]
                        self.refuse(f"`{node.id}` is defined further down")

    # -- what the function does while it is traced -----------------------------------------

    def _follow(self, found: FreshJit, moved: list[ast.AST], region: ast.AST) -> None:
        """Look at what a trace does and reads, followed through calls: it happens once now."""
        for part in moved:
            for read, holder in captured(self.module, part):
                around = self.module.parent[read]
                if holder is self.module.top and not isinstance(around, ast.Attribute):
                    if isinstance(around, ast.Call) and around.func is read:
                        continue
                    changed = read_of(self.facts, read, read, holder)
                    if changed is not None and read.id not in self.passed:
                        self.lower(_STEADY, f"it reads `{read.id}`{changed[1]}")
        argument, function = found.wrap.argument, found.wrap.function
        if found.wrap.decorator and function is not None:
            traced = effects(self.facts, function)
        elif argument is not None:
            traced = callable_effects(self.facts, argument)
        else:
            self.lower(_PURE, "what is compiled is not seen here")
            return
        for effect in lasting(traced):
            self.refuse(f"{effect.why} at each trace, and would once", _PURE)
        for effect in traced:
            if effect.kind == "unknown":
                self.lower(_PURE, effect.why)
            elif effect.kind == "reads":
                self._read(effect, region)

    def _read(self, read: Effect, region: ast.AST) -> None:
        assert read.name is not None and read.holder is not None
        if read.name.id in self.passed:
            return
        changed: bool | None
        if read.holder is self.module.top:
            changed, effect = read.certain or None, ""
        elif self._is_receiver(read.holder.node, read.name.id):
            changed, effect = self._stored(read, region) or None, ", which an iteration changes"
        else:
            changed = changes(self.facts, read.name, read.holder, region)
            effect = ", which is another value in the next iteration"
        if changed:
            self.refuse(f"{read.why}{effect}", _STEADY)
        if changed is None:
            self.lower(_STEADY, read.why)

    def _is_receiver(self, function: ast.AST, name: str) -> bool:
        method = isinstance(function, DEFINITIONS) and self.module.class_of(function)
        return bool(method) and positional(function)[:1] == [name]  # type: ignore[arg-type]

    def _stored(self, read: Effect, region: ast.AST) -> bool:
        """Whether an iteration stores the attribute of an object that a method reads."""
        if not isinstance(read.node, ast.Attribute) or not isinstance(region, LOOPS):
            return False
        turn = [*self.module.inside(ast.Attribute, *region.body)]
        turn += [
            e.node for e in effects(self.facts, *region.body)
            if e.kind == "writes" and isinstance(e.node, ast.Attribute)
        ]  # fmt: skip
        return any(n.attr == read.node.attr and not isinstance(n.ctx, ast.Load) for n in turn)

    # -- building -----------------------------------------------------------------------

    def _taken_out(
        self, found: FreshJit, moved: list[ast.AST], home: ast.stmt, swaps: Swaps
    ) -> tuple[list[cst.CSTNode], cst.CSTNode]:
        """The statements that go, one that names what had no name, and what is left of `home`."""
        going = [m for m in moved if isinstance(m, ast.stmt)]
        new = [self.cst(m).with_changes(leading_lines=comments(self.cst(m))) for m in going]
        left = dict(swaps)
        if isinstance(found.node, ast.Call) and found.name is None:
            name, value = self._free(found), self.cst(found.node)
            target = cst.AssignTarget(cst.Name(name))
            new.append(cst.SimpleStatementLine([cst.Assign([target], value)]))
            left[value] = cst.Name(name)
        rest = self.cst(home).visit(Without({self.cst(m) for m in going}, left))
        assert isinstance(rest, cst.CSTNode)
        return new, rest

    def _free(self, found: FreshJit) -> str:
        callee = calls(self.facts).callee(found.wrap.argument)
        made = self.facts.names.call(found.wrap.argument) or ""
        name = getattr(callee.node, "name", "") if callee is not None else ""
        if callee is not None and callee.dotted:
            name = name or callee.dotted.rpartition(".")[2]
        name = name or getattr(found.region, "name", "")
        parts = ["jitted", made.rpartition(".")[2] if made in TRANSFORMS else "", name.strip("_")]
        return first_free("_".join(filter(None, parts)), taken=naming(self.facts).anywhere)

    def _own(self, name: str, found: FreshJit) -> str:
        """The name at module level of what had a name within the function."""
        owner = self.module.class_of(found.region)
        around = getattr(found.region, "name", "").strip("_")
        if owner is not None:
            words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", owner.name)
            around = words.lower().strip("_")
        taken = naming(self.facts)
        alone = taken.holders[name] == 1 and not taken.reserved(name)
        if alone and len(name.strip("_")) > 2:
            return name
        stem = f"{around}_{name.strip('_')}" if around else name
        return first_free(stem, taken=taken.anywhere)


def _eager(node: ast.AST) -> list[ast.AST]:
    """What runs at once when a statement or call is reached, lambdas and bodies left out."""
    out: list[ast.AST] = []
    pending: list[ast.AST] = [node]
    while pending:
        current = pending.pop()
        out.append(current)
        if isinstance(current, FUNCTIONS):
            pending += defaults(current).values()
            pending += getattr(current, "decorator_list", [])
        else:
            pending += ast.iter_child_nodes(current)
    return out
