"""Who still holds the arguments of a compiled step after it was called.

A donated buffer is gone after the call. So every call of the step must be in sight, give the
argument by position as a plain name and store the new version under that same name, and no other
name may hold the old buffer. What speaks against it is either certain, as a read of the old value
that follows the call, or only not ruled out, as a call that is not in sight.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, tracing
from jaxopt_lint.semantics.jax.recurrence import body_loop
from jaxopt_lint.semantics.python.later_reads import first_read
from jaxopt_lint.semantics.python.nodes import all_names, stored_names
from jaxopt_lint.semantics.python.scopes import FUNCTIONS, FunctionNode
from jaxopt_lint.semantics.python.signatures import argument, arguments, positional
from jaxopt_lint.semantics.subjects.memory.indirect_calls import indirect_calls, receivers
from jaxopt_lint.semantics.subjects.memory.optimizer_calls import is_example_init
from jaxopt_lint.semantics.subjects.memory.same_twice import (
    held_twice,
    may_hold_arrays,
    moved_within,
    returned_twice,
)
from jaxopt_lint.semantics.subjects.memory.second_references import ALIASING, Held, second_reference
from jaxopt_lint.semantics.subjects.memory.twins import given_out, given_twice, twin_attribute
from jaxopt_lint.semantics.subjects.memory.updates import makes_object

NO_CALL = "no call of"


class Holders:
    """Looks at every call of a step for somebody who still holds the old buffers."""

    def __init__(self, facts: Facts, wrap: Wrap, function: FunctionNode) -> None:
        self.facts = facts
        self.module = facts.module
        self.wrap = wrap
        self.function = function
        self._seen: set[tuple[ast.AST, str]] = set()

    def of(self, renewed: tuple[str, ...]) -> Held | None:
        """What speaks most against donating the renewed parameters; None if nothing does."""
        _, unseen = self.sites()
        params = positional(self.function)[self.wrap.bound :]
        found: list[Held] = []
        found_calls = self.known()
        for call in found_calls:
            given = receivers(self.facts, call, self.wrap)
            found += self.call(call, [params.index(p) - given for p in renewed])
        if self.wrap.keyword("in_axes") is not None:
            found.append(Held("`in_axes` may send one copy of an argument to every device"))
        certain = next((h for h in found if h.certain), None)
        if certain is not None:
            return certain
        if unseen:
            found.insert(0, Held(unseen, unseen=bool(found_calls)))
        first = next(iter(found), None)
        return replace(first, unseen=all(h.unseen for h in found)) if first else None

    def taken_along(self, renewed: tuple[str, ...]) -> str:
        """What is needed after a call, of the arguments that `filter_jit` would donate with the
        renewed ones: it donates all, or all but the first; "" where nothing is seen to be."""
        params = positional(self.function)[self.wrap.bound :]
        for call in self.known():
            given = zip(params, call.args, strict=False)
            alive = [p for p, one in given if p not in renewed and self._lives_on(call, one)]
            if alive and (alive != params[:1] or not renewed):
                return alive[-1]
        return ""

    def _lives_on(self, call: ast.Call, given: ast.expr) -> bool:
        """Whether an argument may hold arrays, and is read after a call."""
        if not isinstance(given, ast.Name) or not may_hold_arrays(self.facts, given):
            return False
        return first_read(self.module, self.module.statement(call), given) is not None

    def known(self) -> list[ast.Call]:
        """The calls that are in sight."""
        sites, _ = self.sites()
        if not sites:
            sites = [c for c in calls(self.facts).callers(self.function) if self._runs_it(c)]
        return sites or indirect_calls(self.facts, self.wrap)

    def _runs_it(self, call: ast.Call) -> bool:
        found = tracing(self.facts).jitted(call.func)
        return found is not None and found.site is self.wrap.site

    def measured(self) -> bool:
        """Whether nobody keeps what the step gives back: it is only run to be timed."""
        sites, _ = self.sites()
        return bool(sites) and not any(self._kept_result(c) for c in sites)

    def looped(self) -> bool:
        """Whether a loop is seen to call the step."""
        sites, _ = self.sites()
        return any(body_loop(self.facts, c) is not None for c in sites)

    def _kept_result(self, call: ast.Call) -> bool:
        for around in self.module.ancestors(call):
            if isinstance(around, ast.Lambda):
                return False
            if isinstance(around, ast.stmt):
                return isinstance(around, (ast.Assign, ast.AnnAssign, ast.Return))
        return False

    def sites(self) -> tuple[list[ast.Call], str]:
        """Every call of the compiled function, or why they are not all in sight."""
        module = self.module
        if self.wrap.decorator:
            if isinstance(self.function, ast.Lambda) or module.class_of(self.function):
                return [], "it is a method, so its callers are not all in sight"
            name, home = self.function.name, module.scope[self.function]
        else:
            statement = module.stored_by(self.wrap.site)
            if statement is None:
                return [], "the compiled function is passed on where it is made"
            if len(statement.targets) != 1 or not isinstance(statement.targets[0], ast.Name):
                return [], "the compiled function is kept in an attribute or a container"
            name, home = statement.targets[0].id, module.scope[statement]
        if home is module.top and f"{module.name}.{name}" in self.facts.project.imported:
            return [], f"`{name}` is imported by another module"
        sites = []
        for node in module.reads(home, name):
            around = module.parent[node]
            if isinstance(around, ast.Call) and around.func is node:
                sites.append(around)
            elif not self._is_compiled_here(node):
                return [], f"`{name}` is also passed on, on line {node.lineno}"
        if not sites:
            return [], f"{NO_CALL} `{name}` is in sight"
        return sites, ""

    def _is_compiled_here(self, node: ast.Name) -> bool:
        """Whether a name is the function that the jit is given, itself or through `partial`."""
        argument = self.wrap.argument
        return argument is not None and any(n is node for n in ast.walk(argument))

    def call(self, call: ast.Call, positions: list[int]) -> list[Held]:
        """What one call has against donating the arguments at some positions."""
        module = self.module
        line = f"the call on line {call.lineno}"
        statement = module.statement(call)
        found: list[Held] = []
        if any(isinstance(a, ast.Starred) for a in call.args):
            return [Held(f"{line} unpacks its arguments")]
        store = module.stored_by(call)
        stored = stored_names(*store.targets) if store is not None else set()
        if store is None:
            found.append(Held(f"{line} does not store the new values"))
        read = [n.id for n in self.module.inside(ast.Name, call)]
        for position in positions:
            argument = self._argument(call, position)
            if argument is None:
                found.append(Held(f"{line} gives an argument in a way that is not followed"))
                continue
            if position >= len(call.args):
                found.append(
                    Held(
                        f"{line} gives the argument by keyword",
                        unseen=self.wrap.transform.kind != "pmap",
                    )
                )
            if not isinstance(argument, ast.Name):
                text = module.source(argument)
                held = Held(f"{line} passes `{text}`, which others may hold", unseen=True)
                sure = given_out(module, argument) or twin_attribute(self.facts, argument)
                if any(held_twice(self.facts, v) for v in calls(self.facts).stored_in(argument)):
                    sure = Held(f"`{text}` holds one array twice", certain=True)
                found.append(sure or held)
                continue
            later = first_read(module, statement, argument)
            if later is not None:
                why = f"line {later.lineno} reads the old `{argument.id}`"
                found.append(Held(why, certain=True))
            elif argument.id not in stored:
                why = f"{line} keeps `{argument.id}` and stores the new value elsewhere"
                found.append(Held(why))
            if read.count(argument.id) > 1:
                found.append(Held(f"{line} passes `{argument.id}` twice"))
            twin = given_twice(self.facts, call, argument)
            found += [twin] if twin is not None else []
            found += self.held(argument, statement)
        return found

    def _argument(self, call: ast.Call, position: int) -> ast.expr | None:
        if position < 0:
            return call.func.value if isinstance(call.func, ast.Attribute) else None
        names = positional(self.function)[self.wrap.bound :]
        return argument(call, position, names[position] if position < len(names) else "")

    def held(self, name: ast.Name, call: ast.stmt) -> Iterator[Held]:
        """Who else may hold the buffers of a variable that a statement gives to the step."""
        module = self.module
        home = module.scope[name].holder(name.id)
        if home is None or isinstance(home.node, ast.ClassDef):
            yield Held(f"`{name.id}` has no home in this file")
            return
        if (call, name.id) in self._seen:
            return
        self._seen.add((call, name.id))
        if home.node is module.tree and f"{module.name}.{name.id}" in self.facts.project.imported:
            yield Held(f"`{name.id}` is imported by another module")
        for node in module.held(home, name.id):
            if module.function(node) is not module.function(name):
                # It reads what the variable holds by then, and that is the new value.
                yield Held(
                    f"`{name.id}` is also used by a nested function, on line {node.lineno}",
                    unseen=second_reference(self.facts, node, call) is None,
                )
            elif moved_within(self.facts, node):
                yield Held(f"line {node.lineno} stores a part of `{name.id}` in it", certain=True)
            elif isinstance(node.ctx, ast.Load):
                found = second_reference(self.facts, node, call)
                if found is not None:
                    yield found
        for binding in home.bindings[name.id]:
            if binding.kind == "param":
                yield from self.given(home.node, name.id)
            else:
                found = self.source(binding.value, name.id, call)
                if found is not None:
                    yield found

    def given(self, function: ast.AST, name: str) -> Iterator[Held]:
        """Who else holds the buffers that a function on the way was given."""
        assert isinstance(function, FUNCTIONS)
        called = getattr(function, "name", "a lambda")
        if isinstance(function, ast.Lambda) or self.module.class_of(function) is not None:
            yield Held(
                f"`{name}` comes from the callers of `{called}`, which may keep it", unseen=True
            )
            return
        if calls(self.facts).dotted(function) in self.facts.project.imported:
            yield Held(
                f"`{called}` is imported by another module, which may keep `{name}`", unseen=True
            )
            return
        sites = calls(self.facts).callers(function)
        if not sites or len(sites) != len(calls(self.facts).references(function)):
            yield Held(
                f"`{name}` comes from the callers of `{called}`, which are not all in sight",
                unseen=True,
            )
            return
        params = positional(function)
        if name not in params:
            yield Held(f"`{name}` is given to `{called}` by keyword")
            return
        for call in sites:
            if (self.module.statement(call), name) not in self._seen:
                self._seen.add((self.module.statement(call), name))
                yield from self.call(call, [params.index(name)])

    def source(self, value: ast.expr | None, name: str, call: ast.stmt) -> Held | None:
        """Why the value that a variable starts from may hold a buffer twice, or for others."""
        if value is None or isinstance(value, ast.Constant):
            return None
        if held_twice(self.facts, value):
            return Held(f"`{name}` holds one array twice", certain=True)
        taken = value
        while isinstance(taken, (ast.Subscript, ast.Attribute)):
            taken = taken.value
        if taken is not value and isinstance(taken, ast.Call):
            value = taken  # a part of something new
        elif taken is not value and isinstance(taken, ast.Name):
            if self._local(taken) and not self._read_later(taken, call):
                return None
        if not isinstance(value, ast.Call):
            # Unpacked results of a call are new; an alias of something else is not.
            if isinstance(value, ast.Name) and self._read_later(value, call):
                return Held(f"`{name}` starts as `{value.id}`, which is read later", certain=True)
            return Held(f"`{name}` starts as `{self.module.source(value)}`, which stays in use")
        if self.facts.names.of(value.func) in ALIASING:
            if value.args and isinstance(value.args[0], ast.Constant):
                return None  # `jnp.asarray(0)`
            return Held(f"`{name}` may share the buffers of what it is made from")
        given = [*value.args, *(k.value for k in value.keywords)]
        texts = [ast.dump(v) for v in given if isinstance(v, (ast.Name, ast.Attribute))]
        if len(texts) != len(set(texts)):
            return Held(f"`{name}` is made from the same value twice", certain=True)
        callee = calls(self.facts).callee(value.func)
        if (
            callee is not None
            and callee.node is not None
            and returned_twice(self.facts, callee.node)
        ):
            return Held(f"`{name}` may hold one buffer twice", certain=True)
        builds = makes_object(self.facts, value)
        shared = self._shared(given) if builds is not False else None
        if shared is not None:
            return Held(f"`{name}` holds `{shared}` twice", certain=bool(builds))
        for part in given:
            if isinstance(part, ast.Name) and self._may_be_kept(value, part):
                if self._read_later(part, call):
                    return Held(f"`{name}` may hold `{part.id}`, which is read later",
                                certain=bool(builds))  # fmt: skip
                if builds or is_example_init(self.facts, value):
                    held = self._of_callers(part)
                    if held is not None:
                        return held
        return None

    def _of_callers(self, part: ast.Name) -> Held | None:
        """Who else holds what a state is made of, where the function around was given it."""
        home = self.module.scope[part].holder(part.id)
        if home is None or not isinstance(home.node, FUNCTIONS):
            return None
        if any(binding.kind != "param" for binding in home.bindings[part.id]):
            return None
        return next(self.given(home.node, part.id), None)

    def _may_be_kept(self, value: ast.Call, part: ast.Name) -> bool:
        """Whether what a call makes may hold the buffers of one of its arguments."""
        if not may_hold_arrays(self.facts, part):
            return False
        callee = calls(self.facts).callee(value.func)
        if callee is None or callee.node is None:
            return True
        given = arguments(value, callee.node, callee.bound)
        parameter = next((p for p, v in given if v is part), None)
        return parameter is None or parameter in _returned_names(callee.node)

    def _shared(self, given: list[ast.expr]) -> str | None:
        """A value that stands in a container by itself and within another part of it.

        `State(optimizer=Optimizer.create(params), params_ema=params)`
        """
        direct = {v.id for v in given if isinstance(v, ast.Name)}
        for part in given:
            made = self.facts.names.behind(part)
            if not isinstance(made, ast.Call) or makes_object(self.facts, made) is False:
                continue
            for inner in (*made.args, *(k.value for k in made.keywords)):
                if isinstance(inner, ast.Name) and inner.id in direct:
                    if may_hold_arrays(self.facts, inner):
                        return inner.id
        return None

    def _local(self, name: ast.Name) -> bool:
        """Whether a variable is one of the function around it, and no parameter."""
        holder = self.module.scope[name].holder(name.id)
        bindings = holder.bindings[name.id] if holder is not None else []
        return (
            holder is self.module.scope[name]
            and holder is not self.module.top
            and all(b.kind == "assign" and isinstance(b.value, ast.Call) for b in bindings)
        )

    def _read_later(self, name: ast.Name, call: ast.stmt) -> bool:
        here = self.module.scope[name] is self.module.scope[call]
        return here and first_read(self.module, call, name) is not None


def _returned_names(function: FunctionNode) -> set[str]:
    """The variables that stand in what a function returns, or in what that is made of."""
    found = all_names(*[n for n in ast.walk(function) if isinstance(n, ast.Return)])
    if isinstance(function, ast.Lambda):
        found = all_names(function.body)
    for _ in range(3):
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and all_names(*node.targets) & found:
                if not isinstance(node.value, ast.Call) or node.value.keywords:
                    found |= all_names(node.value)
    return found
