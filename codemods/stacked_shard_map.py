"""Turns `jax.pmap` into `jax.shard_map` under `jax.jit`, keeping the stacked layout of callers."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod, Precondition
from jaxopt_lint.patterns import pmap_data_parallel as pmaps
from jaxopt_lint.patterns.device_blocks import Blocks
from jaxopt_lint.patterns.mesh_of_devices import (
    BLANK,
    behind_previous,
    gap,
    mesh_of_devices,
    name_for,
)
from jaxopt_lint.semantics.jax.basics import Wrap, calls, tracing
from jaxopt_lint.semantics.python import layout

(_ONCE, _ALONE) = _PRECONDITIONS = (
    Precondition(
        "made-once",
        "It is made once: a mesh and a jit that are made at each call compile at each call.",
    ),
    Precondition(
        "in-one-process",
        "The project joins no processes of JAX, whose devices one mesh would hold together.",
    ),
)


class StackedShardMap(Codemod[pmaps.Pmapped]):
    """Use `jax.shard_map` under `jax.jit`, in the layout that callers know."""

    preconditions = _PRECONDITIONS

    def rewrite(self, found: pmaps.Pmapped) -> None:
        wrap = found.wrap
        self.needs((0, 6, 1), "JAX {} has no `jax.shard_map`")
        if pmaps.several_processes(self.facts):
            why = "the file deals with several processes, whose devices one mesh would mix"
            self.refuse(why, _ALONE)
        around = self.module.function(wrap.site)
        if tracing(self.facts).staged(around) is not None:
            self.refuse("it stands in a traced function")
        if joins := self.facts.project.joins_processes:
            why = f"{joins} joins several processes, and one mesh would mix their devices"
            self.refuse(why, _ALONE)
        self.assume("it runs in one process (`jax.process_count() == 1`)")
        self.assume("there is a row for each device, or more that divide among them")
        try:
            self.options = pmaps.options(self.facts, wrap)
            self.blocks = Blocks(self, self.options)
            if wrap.decorator:
                self._decorated(wrap)
            else:
                self._called(wrap)
        except pmaps.Unclear as reason:
            self.refuse(str(reason))

    # -- the two forms ------------------------------------------------------------------

    def _decorated(self, wrap: Wrap) -> None:
        function = wrap.function
        if not isinstance(function, ast.FunctionDef):
            self.refuse("it is no plain function")
        if len(function.decorator_list) > 1:
            self.refuse("the function has other decorators")
        if self.module.class_of(function) is not None:
            self.refuse("it is a method, and `self` has no device axis")
        self._check_calls(calls(self.facts).callers(function))
        names = pmaps.plain_parameters(function)
        old = self.cst(function)
        mesh, made = mesh_of_devices(self, self.options, function)
        body = self.blocks.body(function, old, names)
        decorator = self._partial_shard_map(wrap.site, mesh, names)
        if self.options.static:
            self._check_statics(function, names)
            dynamic = self.blocks.dynamic(names)
            inner = old.with_changes(
                name=cst.Name("per_device"), body=_with_footer(body, [BLANK]),
                leading_lines=[], returns=None,
                params=cst.Parameters([cst.Param(cst.Name(n)) for n in dynamic]),
                decorators=[_decorator(decorator)],
            )  # fmt: skip
            end = cst.parse_statement(f"return per_device({', '.join(dynamic)})")
            body = old.body.with_changes(body=[inner, end])
            decorators = [_decorator(self._jit(wrap.site))]
        else:
            decorators = [_decorator(self._jit(wrap.site)), _decorator(decorator)]
        new = old.with_changes(decorators=_like(decorators, old), body=body)
        if made is not None and behind_previous(self, function, made):
            made = None
        lead = gap(self, function) if made is not None else []
        done = new.with_changes(leading_lines=lead)
        self.replace_statement(function, [done] if made is None else [made, done])

    def _called(self, wrap: Wrap) -> None:
        site, argument = wrap.site, wrap.argument
        assert isinstance(site, ast.Call) and argument is not None
        statement = self.module.statement(site)
        if pmaps.compiled_once(self.facts, wrap, argument):
            once = f"`{self.code(argument)}` is compiled once by `jax.pmap`"
            self.refuse(f"{once}, and would be at each call of the function around it", _ONCE)
        if not isinstance(statement, ast.Assign | ast.AnnAssign | ast.Return | ast.Expr):
            self.refuse("it stands in the head of a compound statement")
        if self.module.scope[site] is not self.module.scope[statement]:
            self.refuse("it stands in a lambda or a comprehension")
        if wrap.options is not site and wrap.options is not site.func:
            self.refuse("its options are written elsewhere")
        self._check_calls(pmaps.calls_of(self.facts, site, statement))
        names = pmaps.parameters_of(self.facts, wrap, argument, self.options)
        mesh, made = mesh_of_devices(self, self.options, statement)
        named = isinstance(wrap.function, ast.FunctionDef)
        wish = f"{wrap.function.name}_per_device" if named else "per_device"  # type: ignore[union-attr]
        name = name_for(self, wish, statement)
        inside = self.blocks.wrapped(argument, names)
        if self.options.static and names is not None:
            dynamic = ", ".join(self.blocks.dynamic(names))
            decorator = self._partial_shard_map(site, mesh, names).splitlines()
            lines = [
                f"def {name}({', '.join(names)}):",
                f"    @{decorator[0]}",
                *(f"    {line}" for line in decorator[1:]),
                f"    def per_device({dynamic}):",
                *(f"        {line}" for line in inside),
                "",
                f"    return per_device({dynamic})",
            ]
            new = self._jit(site, name, site.col_offset)
        else:
            given = ", ".join(names) if names is not None else "*args"
            lines = [f"def {name}({given}):", *(f"    {line}" for line in inside)]
            target, rest = self._shard_map(site, mesh, names)
            inner = layout.call(target, [name, *rest], used=site.col_offset + 8)
            new = self._jit(site, inner, site.col_offset)
        define = cst.parse_statement("\n".join(lines) + "\n")
        assert isinstance(define, cst.FunctionDef)
        blank = gap(self, statement)
        define = define.with_changes(
            leading_lines=blank if made else [], body=_with_footer(define.body, blank)
        )
        self.insert_before(statement, [define] if made is None else [made, define])
        self.replace(site, layout.continued(new, self.module, site))

    # -- parts --------------------------------------------------------------------------

    def _partial_shard_map(self, at: ast.expr, mesh: str, names: list[str]) -> str:
        target, rest = self._shard_map(at, mesh, names)
        partial = self.spelled("functools.partial", at)
        return layout.call(partial, [target, *rest], used=at.col_offset)

    def _shard_map(self, at: ast.expr, mesh: str, names: list[str] | None) -> tuple[str, list[str]]:
        axis = self.options.axis or '"devices"'
        spec = self.spelled("jax.sharding.PartitionSpec", at)
        if spec.startswith("jax.") and (self.facts.min_jax or (0, 7)) >= (0, 7):
            spec = "jax.P"
        along, whole = f"{spec}({axis})", f"{spec}()"
        ins = along
        if names is not None and isinstance(self.options.in_axes, tuple):
            kept = [a for i, a in enumerate(self.options.in_axes) if i not in self.options.static]
            if None in kept:
                listed = ", ".join(along if a == 0 else whole for a in kept)
                ins = f"({listed}{',' if len(kept) == 1 else ''})"
        out = self.options.out_axes
        if isinstance(out, tuple) and len(set(out)) > 1:
            outs = f"({', '.join(along if a == 0 else whole for a in out)})"
        else:
            outs = whole if out is None or (isinstance(out, tuple) and None in out) else along
        target = self.spelled("jax.shard_map", at)
        return target, [f"mesh={mesh}", f"in_specs={ins}", f"out_specs={outs}", "check_vma=False"]

    def _jit(self, at: ast.expr, function: str = "", used: int = 0) -> str:
        jit = self.spelled("jax.jit", at)
        given = {"static_argnums": self.options.static, "donate_argnums": self.options.donated}
        extra = [f"{name}={numbers}" for name, numbers in given.items() if numbers]
        if function:
            return layout.call(jit, [function, *extra], used=used)
        return layout.call(self.spelled("functools.partial", at), [jit, *extra]) if extra else jit

    # -- looking ------------------------------------------------------------------------

    def _check_statics(self, function: ast.FunctionDef, names: list[str]) -> None:
        """A static parameter that the body binds anew would be unbound in the inner function."""
        scope = self.module.scopes[function]
        for number in self.options.static:
            if number >= len(names) or len(scope.bindings.get(names[number], ())) > 1:
                self.refuse("a static parameter is bound anew in the function")
        if "per_device" in scope.bindings:
            self.refuse("the name `per_device` is taken")

    def _check_calls(self, calls: list[ast.Call]) -> None:
        if any(c.keywords for c in calls):
            self.refuse("it is called with arguments by keyword, which `shard_map` does not take")
        if not calls:
            self.display = True


def _decorator(text: str) -> cst.Decorator:
    return cst.Decorator(cst.parse_expression(text))


def _like(decorators: list[cst.Decorator], old: cst.FunctionDef) -> list[cst.Decorator]:
    """The decorators with the comments of the one that they replace."""
    old_one = old.decorators[0]
    decorators[0] = decorators[0].with_changes(leading_lines=old_one.leading_lines)
    tail = old_one.trailing_whitespace
    return [*decorators[:-1], decorators[-1].with_changes(trailing_whitespace=tail)]


def _with_footer(suite: cst.BaseSuite, blank: list[cst.EmptyLine]) -> cst.BaseSuite:
    """A block with blank lines behind it."""
    return suite.with_changes(footer=[*getattr(suite, "footer", ()), *blank])
