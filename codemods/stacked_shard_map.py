"""Turns `jax.pmap` into `jax.shard_map` under `jax.jit`, keeping the stacked layout of callers."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import libcst as cst

from jaxopt_lint.codemod import Codemod, Precondition
from jaxopt_lint.patterns import pmap_data_parallel as pmaps
from jaxopt_lint.rewriting.swapping import swapped
from jaxopt_lint.semantics.jax.basics import Wrap, calls, tracing
from jaxopt_lint.semantics.jax.excerpt import first_free
from jaxopt_lint.semantics.jax.naming import naming
from jaxopt_lint.semantics.python import Scope, layout, root_of

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
        mesh, made = self._mesh(function)
        body = self._body(function, old, names)
        decorator = self._partial_shard_map(wrap.site, mesh, names)
        if self.options.static:
            self._check_statics(function, names)
            dynamic = self._dynamic(names)
            inner = old.with_changes(
                name=cst.Name("per_device"), body=_with_footer(body),
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
        if made is not None and self._behind_previous(function, made):
            made = None
        lead = self._gap(function) if made is not None else []
        done = new.with_changes(leading_lines=lead)
        self.replace_statement(function, [done] if made is None else [made, done])

    def _called(self, wrap: Wrap) -> None:
        site, argument = wrap.site, wrap.argument
        assert isinstance(site, ast.Call) and argument is not None
        statement = self.module.statement(site)
        self._check_once(wrap, argument)
        if not isinstance(statement, ast.Assign | ast.AnnAssign | ast.Return | ast.Expr):
            self.refuse("it stands in the head of a compound statement")
        if self.module.scope[site] is not self.module.scope[statement]:
            self.refuse("it stands in a lambda or a comprehension")
        if wrap.options is not site and wrap.options is not site.func:
            self.refuse("its options are written elsewhere")
        self._check_calls(pmaps.calls_of(self.facts, site, statement))
        names = pmaps.parameters_of(self.facts, wrap, argument, self.options)
        mesh, made = self._mesh(statement)
        named = isinstance(wrap.function, ast.FunctionDef)
        wish = f"{wrap.function.name}_per_device" if named else "per_device"  # type: ignore[union-attr]
        name = self._fresh(wish, statement)
        inside = self._wrapped(argument, names)
        if self.options.static and names is not None:
            dynamic = ", ".join(self._dynamic(names))
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
        gap = self._gap(statement)
        define = define.with_changes(
            leading_lines=gap if made else [], body=_with_footer(define.body, len(gap))
        )
        self.insert_before(statement, [define] if made is None else [made, define])
        self.replace(site, layout.continued(new, self.module, site))

    def _check_once(self, wrap: Wrap, argument: ast.expr) -> None:
        """`jax.pmap` finds its compiled code by the function; a closure is another each time."""
        around = self.module.function(wrap.site)
        if around is None or not isinstance(argument, (ast.Name, ast.Attribute)):
            return
        root: ast.expr = root_of(argument)
        holder = self.module.scope[root].holder(root.id) if isinstance(root, ast.Name) else None
        if holder is not None and holder.node is not around and self._used_up(wrap.site):
            once = f"`{self.code(argument)}` is compiled once by `jax.pmap`"
            self.refuse(f"{once}, and would be at each call of the function around it", _ONCE)

    def _used_up(self, site: ast.expr) -> bool:
        """Whether what `jax.pmap` gives is called on the spot, or by its name in this function."""
        around = self.module.parent[site]
        if isinstance(around, ast.Call):
            return around.func is site
        if not isinstance(around, ast.Assign) or not isinstance(around.targets[0], ast.Name):
            return False
        name = around.targets[0].id
        reads = self.module.reads(self.module.scope[site].holder(name), name)
        parents = ((self.module.parent[n], n) for n in reads)
        return all(isinstance(p, ast.Call) and p.func is n for p, n in parents)

    # -- parts --------------------------------------------------------------------------

    def _body(
        self, function: ast.FunctionDef, old: cst.FunctionDef, names: list[str]
    ) -> cst.BaseSuite:
        """The body on one device's block: without the leading axis inside, with it outside."""
        if not isinstance(old.body, cst.IndentedBlock):
            self.refuse("its body stands on the line of the `def`")
        swaps: dict[cst.CSTNode, cst.CSTNode] = {}
        for node in self.module.all(ast.Return, ast.Yield, ast.YieldFrom):
            if self.module.function(node) is not function:
                continue
            if not isinstance(node, ast.Return):
                self.refuse("it is a generator")
            if node.value is not None:
                swaps[self.cst(node.value)] = self._stacked(node.value)
        first = 0 if ast.get_docstring(function, clean=False) is None else 1
        body = list(swapped(old.body, swaps).body)
        squeeze = self._squeeze(self._mapped(names), function.body[0])
        if squeeze is not None:
            body.insert(first, cst.parse_statement(squeeze))
        return old.body.with_changes(body=body)

    def _wrapped(self, argument: ast.expr, names: list[str] | None) -> list[str]:
        """The statements of a function that calls the given one on a device's block."""
        squeeze = self._squeeze(["*args"] if names is None else self._mapped(names), argument)
        function = self.code(argument)
        if isinstance(argument, ast.Lambda):
            result = self.code(argument.body)
        elif names is None and self.facts.names.call(argument) == "functools.partial":
            assert isinstance(argument, ast.Call)
            first = [*map(self.code, argument.args[1:]), "*args"]
            given = [*first, *map(self.code, argument.keywords)]
            result = f"{self.code(argument.args[0])}({', '.join(given)})"
        else:
            result = f"{function}({', '.join(names) if names is not None else '*args'})"
        if isinstance(self.options.out_axes, tuple):
            self.refuse("`out_axes` differ, and the results are not written here one by one")
        used = len(self.surgeon.indent(self.module.statement(argument))) + 11
        done = self._expand(result, argument, used).splitlines()
        return [*([squeeze] if squeeze else []), f"return {done[0]}", *done[1:]]

    def _squeeze(self, names: Sequence[str], at: ast.AST) -> str | None:
        tree = self.spelled("jax.tree.map", at)
        if not names:
            return None
        if names == ["*args"]:
            return f"args = {tree}(lambda x: x.squeeze(0), args)"
        both = ", ".join(names)
        value = f"({both})" if len(names) > 1 else both
        return f"{both} = {tree}(lambda x: x.squeeze(0), {value})"

    def _expand(self, value: str, at: ast.AST, used: int = 0) -> str:
        if self.options.out_axes is None:
            return value
        expand = f"lambda x: {self.spelled('jax.numpy.expand_dims', at)}(x, 0)"
        return layout.call(self.spelled("jax.tree.map", at), [expand, value], used=used)

    def _stacked(self, value: ast.expr) -> cst.BaseExpression:
        """A returned value with the leading axis of callers in front of each leaf."""
        out, used = self.options.out_axes, value.col_offset
        if not isinstance(out, tuple):
            return self._around(value, used)
        if not isinstance(value, ast.Tuple) or len(value.elts) != len(out):
            self.refuse("`out_axes` differ, and a result is not written as one tuple")
        node = self.cst(value)
        elements = [
            e if axis is None else e.with_changes(value=self._around(v, used))
            for e, v, axis in zip(node.elements, value.elts, out, strict=True)
        ]
        return node.with_changes(elements=elements)

    def _around(self, value: ast.expr, used: int) -> cst.BaseExpression:
        node = self.cst(value)
        if isinstance(node, cst.Tuple) and not node.lpar:
            node = node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        text = cst.Module([]).code_for_node(node)
        hole = "_" if "\n" in text else "_" * min(len(text), 200)
        call = cst.parse_expression(self._expand(hole, value, used))
        return swapped(call, {call.args[1].value: node}) if isinstance(call, cst.Call) else node

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

    def _mesh(self, at: ast.stmt) -> tuple[str, str | None]:
        """The name of the mesh of all devices, and the statement that makes it if none does."""
        axis = self.options.axis or '"devices"'
        if self.options.axis == '""':
            self.refuse("its axis name is empty")
        make = self.spelled("jax.make_mesh", at)
        count = self.spelled("jax.device_count", at)
        kind = self.spelled("jax.sharding.AxisType", at)
        devices = self.options.devices
        many = f"len({devices})" if devices else f"{count}()"
        parts = [f"({many},)", f"({axis},)", f"axis_types=({kind}.Auto,)"]
        parts += [f"devices={devices}"] if devices else []
        text = layout.call(make, parts, used=at.col_offset + 7)
        known = self._known(at, ast.dump(ast.parse(text, mode="eval").body))
        if known:
            return known, None
        # Fixes of one file are worked out independently: what they add has to agree.
        axes = pmaps.axes(self.facts)
        word = "".join(c if c.isalnum() else "_" for c in axis.strip("'\"")).lower()
        wish = "mesh" if len(axes) == 1 and not devices else f"{word}_mesh"
        name = self._fresh(wish, at, text)
        made = f"{name} = {text}\n"
        first = axes.get(self.options.axis)
        top = self.module.function(at) is None and not devices
        if top and first is not None and first is not at:
            if not self._behind_previous(first, made):
                self.insert_before(first, [made])
            return name, None
        return name, made

    def _known(self, at: ast.stmt, dumped: str) -> str:
        """The name of what is made by the same call further up."""
        scope: Scope | None = self.module.scope[at]
        while scope is not None:
            for name, bindings in scope.bindings.items():
                value = bindings[0].value if len(bindings) == 1 else None
                if (
                    isinstance(value, ast.Call)
                    and value.lineno < at.lineno
                    and ast.dump(value) == dumped
                ):
                    return name
            scope = scope.parent
        return ""

    def _behind_previous(self, at: ast.stmt, made: str) -> bool:
        """Put the mesh behind the statement in front, so that `at` keeps its comments."""
        block = self.module.block_of(at)
        index = block.index(at)
        if not index:
            return False
        imports = isinstance(block[index - 1], ast.Import | ast.ImportFrom)
        if imports and any(True for _ in self.surgeon.imports.edits()):
            return False  # the new imports go to the same place
        line = cst.parse_statement(made)
        assert isinstance(line, cst.SimpleStatementLine)
        lead = self._gap(at)[:1] if imports else self._gap(at)
        self.insert_after(block[index - 1], [line.with_changes(leading_lines=lead)])
        return True

    def _gap(self, at: ast.stmt) -> list[cst.EmptyLine]:
        return [_BLANK] * (2 if self.module.function(at) is None else 1)

    # -- looking ------------------------------------------------------------------------

    def _mapped(self, names: list[str]) -> list[str]:
        axes = self.options.in_axes
        if axes is None:
            self.refuse("no argument is mapped")
        if not isinstance(axes, tuple):
            return self._dynamic(names)
        if len(axes) != len(names):
            self.refuse("`in_axes` does not fit the parameters of the function")
        return self._dynamic([n if a == 0 else "" for n, a in zip(names, axes, strict=True)])

    def _dynamic(self, names: list[str]) -> list[str]:
        return [n for i, n in enumerate(names) if n and i not in self.options.static]

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

    def _fresh(self, name: str, at: ast.stmt, meaning: str = "") -> str:
        """A name that is free, or that another rewrite binds to the very same thing."""
        taken = naming(self.facts)

        def given(candidate: str) -> bool:
            agreed = bool(meaning) and taken.agreed(candidate, meaning)
            return taken.holders[candidate] > 0 or not (agreed or not taken.reserved(candidate, at))

        return first_free(name, taken=given)


def _decorator(text: str) -> cst.Decorator:
    return cst.Decorator(cst.parse_expression(text))


def _like(decorators: list[cst.Decorator], old: cst.FunctionDef) -> list[cst.Decorator]:
    """The decorators with the comments of the one that they replace."""
    old_one = old.decorators[0]
    decorators[0] = decorators[0].with_changes(leading_lines=old_one.leading_lines)
    tail = old_one.trailing_whitespace
    return [*decorators[:-1], decorators[-1].with_changes(trailing_whitespace=tail)]


def _with_footer(suite: cst.BaseSuite, blank: int = 1) -> cst.BaseSuite:
    """A block with blank lines behind it."""
    return suite.with_changes(footer=[*getattr(suite, "footer", ()), *[_BLANK] * blank])


_BLANK = cst.EmptyLine(indent=False)
