"""Which functions run under which transforms, which of their parameters are traced, and why."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from jaxopt_lint.semantics.api.transforms import TRANSFORMS, Transform
from jaxopt_lint.semantics.compilation.factories import compiled_by_factory, made_elsewhere
from jaxopt_lint.semantics.project import STAGING, WEAK, Traced
from jaxopt_lint.semantics.scopes import FUNCTIONS, FunctionNode

if TYPE_CHECKING:
    from jaxopt_lint.semantics.facts import Facts


_DIFFERENTIATING = frozenset({"grad", "value_and_grad", "vjp", "jacobian", "linearize"})


@dataclass(eq=False, slots=True)
class Wrap:
    """One place where a function is handed to a transform.

    Attributes:
        name: the transform as called, dotted ("flax.nnx.jit").
        transform: what it does.
        site: the call or the decorator.
        options: the call that holds `static_argnums` and the like, if there is one.
        function: the function, where it stands in this file.
        dotted: its name, where it does not.
        bound: how many of its leading parameters are given already.
        bound_names: which of them are given by keyword already.
        decorator: whether the site is a decorator.
        inner: the transforms between this one and the function, outermost first.
        argument: the expression that was handed over; None for decorators.
    """

    name: str
    transform: Transform
    site: ast.expr
    options: ast.Call | None
    function: FunctionNode | None
    dotted: str | None = None
    bound: int = 0
    bound_names: tuple[str, ...] = ()
    decorator: bool = False
    inner: tuple[str, ...] = ()
    argument: ast.expr | None = None
    _statics: tuple[set[str], bool] | None = field(default=None)

    def keyword(self, *names: str) -> ast.expr | None:
        """The value of an option by keyword."""
        if self.options is not None:
            for keyword in self.options.keywords:
                if keyword.arg in names:
                    return keyword.value
        return None


class Tracing:
    """Transforms applied in one file, and what follows from them."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.module = facts.module
        self.names = facts.names

    @cached_property
    def wraps(self) -> list[Wrap]:
        """Every application of a transform to a function."""
        return list(self._decorators()) + list(self._calls())

    @cached_property
    def by_function(self) -> dict[FunctionNode, list[Wrap]]:
        """The transforms each function of this file is handed to here."""
        out: dict[FunctionNode, list[Wrap]] = {}
        for wrap in self.wraps:
            if wrap.function is not None:
                out.setdefault(wrap.function, []).append(wrap)
        return out

    def of(self, function: FunctionNode) -> list[Wrap]:
        """The transforms that a function is handed to in this file."""
        return self.by_function.get(function, [])

    def elsewhere(self, function: FunctionNode) -> list[Traced]:
        """The transforms that other files of the project hand a function to."""
        if isinstance(function, ast.Lambda):
            return []
        found = self.facts.project.traced.get(self.facts.calls.dotted(function), [])
        return [t for t in found if t.where.rpartition(":")[0] != self.facts.display]

    def kinds(self, function: FunctionNode) -> set[str]:
        """The kinds of transforms that a function is directly under."""
        here = {w.transform.kind for w in self.of(function)}
        return here | {t.transform for t in self.elsewhere(function)}

    def staged(self, function: FunctionNode | None) -> str | None:
        """Why a function runs on abstract values at trace time; None if nothing says so.

        The answer is a witness chain for people: "jitted at train.py:41, through `loss`".
        """
        return self._staged.get(function) if function is not None else None

    def differentiated(self, function: FunctionNode | None) -> str | None:
        """Why gradients flow through a function; None if nothing says so."""
        return self._differentiated.get(function) if function is not None else None

    def host(self, function: FunctionNode | None) -> bool:
        """Whether a function is a callback that runs on the host."""
        while function is not None:
            if any(w.transform.host for w in self.of(function)):
                return True
            around = self.module.parent.get(function)
            function = self.module.function(around) if around is not None else None
        return False

    def jitted(self, node: ast.expr) -> Wrap | None:
        """The jit or pmap behind a callable expression: calling it runs a compiled function."""
        callee = self.facts.calls.callee(node)
        if callee is None:
            return compiled_by_factory(self.facts, node)
        for name, call in callee.wraps:
            if TRANSFORMS[name].kind in ("jit", "pmap"):
                for wrap in self.wraps:
                    if wrap.site is call or wrap.options is call:
                        return wrap
        if callee.node is not None and not callee.wraps:
            for wrap in self.of(callee.node):
                if wrap.decorator and wrap.transform.kind in ("jit", "pmap"):
                    return wrap
        return None

    def jitted_elsewhere(self, node: ast.expr) -> bool:
        """Whether a callable expression is a function that another file decorates with jit, or
        makes."""
        callee = self.facts.calls.callee(node)
        if callee is None:
            return made_elsewhere(self.facts, node)
        if callee.dotted is None:
            return False
        return any(
            t.transform in ("jit", "pmap") and t.decorated
            for t in self.facts.project.traced.get(callee.dotted, ())
        )

    # -- parameters ---------------------------------------------------------------------

    def static(self, wrap: Wrap) -> tuple[set[str], bool]:
        """The parameters that a wrap makes static or that are bound already, and whether that is
        all known."""
        if wrap._statics is None:
            wrap._statics = self._find_static(wrap)
        return wrap._statics

    def donated(self, wrap: Wrap) -> tuple[set[str], bool]:
        """The parameters that a wrap donates, and whether that is all known."""
        names: set[str] = set()
        known = True
        params = positional(wrap.function)[wrap.bound :] if wrap.function is not None else None
        for option, is_name in (("donate_argnums", False), ("donate_argnames", True)):
            value = wrap.keyword(option)
            if value is None:
                continue
            literal = self.literals(value)
            if literal is None:
                known = False
                continue
            for item in literal:
                if is_name and isinstance(item, str):
                    names.add(item)
                elif not is_name and isinstance(item, int) and params is not None:
                    if -len(params) <= item < len(params):
                        names.add(params[item])
                else:
                    known = False
        return names, known

    def traced_parameters(self, function: FunctionNode) -> dict[str, str]:
        """The parameters that are certainly traced, with the reason.

        Only what a transform hands over by itself counts: no default (a default that is not
        overridden stays a Python value), not static, not bound by `partial`, not `self`. When two
        transforms disagree the parameter is left out.
        """
        answers: list[dict[str, str]] = []
        for wrap in self.of(function):
            kind = wrap.transform.kind
            if wrap.transform.host or not wrap.transform.staged:
                continue
            if wrap.transform.lifted and kind != "jit":
                continue  # lifted transforms pass modules and scopes along
            if wrap.name in ("equinox.filter_jit", "haliax.named_jit", "flax.nnx.jit"):
                continue  # anything that is no array stays static there
            static, known = self.static(wrap)
            if not known:
                return {}
            why = f"{self.verb(wrap)} at {self.facts.at(wrap.site)}"
            args = positional(function)[wrap.bound :]
            defaults = defaulted(function)
            taken = [p for p in args if p not in static and p not in defaults]
            if kind == "checkpoint":
                continue  # it runs under whatever is around it
            if kind == "vmap" and not self._all_mapped(wrap):
                continue
            if kind == "custom_vjp":
                continue
            if kind == "shard_map":
                taken = [p for i, p in enumerate(args) if p in taken and self._sharded(wrap, i)]
            if wrap.inner and any(TRANSFORMS[n].lifted for n in wrap.inner if n in TRANSFORMS):
                continue
            answers.append(dict.fromkeys(taken, why))
        if not answers:
            return {}
        common = set(answers[0])
        for answer in answers[1:]:
            common &= set(answer)
        return {p: answers[0][p] for p in common}

    def verb(self, wrap: Wrap) -> str:
        """How to say that the transform is applied."""
        kind = wrap.transform.kind
        return {
            "jit": "jitted", "pmap": "pmapped", "vmap": "vmapped", "scan": "scanned",
            "shard_map": "shard_mapped", "checkpoint": "checkpointed",
        }.get(kind, f"passed to `{kind}`")  # fmt: skip

    def literals(self, node: ast.expr) -> list[int | str] | None:
        """The integers or strings of a literal option, through a module constant; else None."""
        if isinstance(node, ast.Name):
            bindings = self.names.binding(node)
            if len(bindings) == 1 and bindings[0].value is not None:
                return self.literals(bindings[0].value)
            return None
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, str)):
            return [node.value]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self.literals(node.operand)
            return [-i for i in inner if isinstance(i, int)] if inner else None
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            out: list[int | str] = []
            for item in node.elts:
                found = self.literals(item)
                if found is None:
                    return None
                out += found
            return out
        return None

    def exported(self) -> list[Traced]:
        """What this file tells the others: the functions it hands to transforms."""
        out = []
        for wrap in self.wraps:
            if wrap.transform.host:
                continue
            if wrap.function is not None and not isinstance(wrap.function, ast.Lambda):
                dotted = self.facts.calls.dotted(wrap.function)
            elif wrap.dotted and not wrap.dotted.startswith(("jax.", "numpy.", "optax.")):
                dotted = wrap.dotted
            else:
                continue
            static, _ = self.static(wrap)
            out.append(
                Traced(
                    dotted,
                    wrap.transform.kind,
                    self.facts.at(wrap.site),
                    static_names=tuple(sorted(static)),
                    bound=wrap.bound,
                    bound_names=wrap.bound_names,
                    donated=wrap.keyword("donate_argnums", "donate_argnames") is not None,
                    decorated=wrap.decorator,
                )
            )
        return out

    # -----------------------------------------------------------------------------------

    def _decorators(self) -> Iterator[Wrap]:
        for node in self.module.all(ast.FunctionDef, ast.AsyncFunctionDef):
            assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            method = self.module.class_of(node) is not None and not any(
                self.names.is_builtin(d, "staticmethod") for d in node.decorator_list
            )
            inner: list[str] = []
            for decorator in reversed(node.decorator_list):
                name = self.names.of(decorator)
                options: ast.Call | None = None
                if name is None:
                    made = self.facts.calls.factory(decorator)
                    if made is None:
                        continue
                    name, options = made
                transform = TRANSFORMS.get(name)
                if transform is None or not transform.wrapper:
                    continue
                yield Wrap(
                    name, transform, decorator, options, node,
                    # nn.jit and friends take the module itself along: `self` is theirs.
                    bound=1 if method and transform.lifted else 0,
                    decorator=True, inner=tuple(inner),
                )  # fmt: skip
                inner.insert(0, name)

    def _calls(self) -> Iterator[Wrap]:
        calls = self.facts.calls
        for node in self.module.nodes.get(ast.Call, ()):
            assert isinstance(node, ast.Call)
            name = self.names.of(node.func)
            options = node
            transform = TRANSFORMS.get(name) if name is not None else None
            if transform is None:
                made = calls.factory(node.func)
                if made is None or made[1] is node:
                    continue
                name, options = made
                transform = TRANSFORMS[name]
            assert name is not None
            for argument in self._function_arguments(node, transform):
                callee = calls.callee(argument)
                if callee is None:
                    yield Wrap(name, transform, node, options, None, argument=argument)
                    continue
                yield Wrap(
                    name, transform, node, options, callee.node, callee.dotted,
                    bound=callee.bound, bound_names=callee.bound_names,
                    inner=tuple(n for n, _ in callee.wraps), argument=argument,
                )  # fmt: skip

    def _function_arguments(self, call: ast.Call, transform: Transform) -> Iterator[ast.expr]:
        for position in transform.positions:
            if position < len(call.args):
                argument = call.args[position]
                if isinstance(argument, (ast.List, ast.Tuple)):
                    yield from argument.elts
                elif not isinstance(argument, ast.Starred):
                    yield argument
        for keyword in call.keywords:
            if keyword.arg in transform.keywords:
                if isinstance(keyword.value, (ast.List, ast.Tuple)):
                    yield from keyword.value.elts
                else:
                    yield keyword.value

    def _find_static(self, wrap: Wrap) -> tuple[set[str], bool]:
        names: set[str] = set(wrap.bound_names)
        known = True
        function = wrap.function
        params = positional(function) if function is not None else []
        names |= set(params[: wrap.bound])
        for option in ("static_argnums", "static_broadcasted_argnums", "static_argnames",
                       "nondiff_argnums"):  # fmt: skip
            value = wrap.keyword(option)
            if value is None:
                continue
            literal = self.literals(value)
            if literal is None:
                known = False
                continue
            rest = params[wrap.bound :]
            for item in literal:
                if isinstance(item, str):
                    names.add(item)
                elif -len(rest) <= item < len(rest):
                    names.add(rest[item])
        if wrap.options is not None and any(k.arg is None for k in wrap.options.keywords):
            known = False
        return names, known

    def _all_mapped(self, wrap: Wrap) -> bool:
        axes = wrap.keyword("in_axes")
        if axes is None:
            call = wrap.options
            if call is None or len(call.args) < 2:
                return True
            axes = call.args[1]
        return isinstance(axes, ast.Constant) and axes.value is not None

    def _sharded(self, wrap: Wrap, position: int) -> bool:
        """Whether a `shard_map` traces an argument: what has no spec stays as it is given."""
        specs = wrap.keyword("in_specs")
        if not isinstance(specs, ast.Tuple):
            return isinstance(specs, ast.Call)  # one spec for all
        if position >= len(specs.elts) or any(isinstance(e, ast.Starred) for e in specs.elts):
            return False
        spec = specs.elts[position]
        return isinstance(spec, ast.Call)

    @cached_property
    def _differentiated(self) -> dict[FunctionNode, str]:
        out: dict[FunctionNode, str] = {}
        for function, wraps in self.by_function.items():
            for wrap in wraps:
                kinds = {wrap.transform.kind, *(TRANSFORMS[n].kind for n in wrap.inner)}
                if kinds & _DIFFERENTIATING:
                    out.setdefault(function, f"differentiated at {self.facts.at(wrap.site)}")
        for node in self.module.all(ast.FunctionDef):
            assert isinstance(node, ast.FunctionDef)
            for traced in self.elsewhere(node):
                if traced.transform in _DIFFERENTIATING:
                    out.setdefault(node, f"differentiated at {traced.where}")
        pending = list(out)
        while pending:
            function = pending.pop()
            for callee in (*self._callees.get(function, ()), *self._nested.get(function, ())):
                if callee not in out:
                    out[callee] = out[function]
                    pending.append(callee)
        return out

    @cached_property
    def _callees(self) -> dict[FunctionNode, list[FunctionNode]]:
        """The functions of this file that each function calls."""
        out: dict[FunctionNode, list[FunctionNode]] = {}
        for call in self.module.nodes.get(ast.Call, ()):
            assert isinstance(call, ast.Call)
            caller = self.module.function(call)
            found = self.facts.calls.callee(call.func) if caller is not None else None
            if caller is not None and found is not None and found.node is not None:
                out.setdefault(caller, []).append(found.node)
        return out

    @cached_property
    def _nested(self) -> dict[FunctionNode, list[FunctionNode]]:
        """The functions that are defined inside each function."""
        out: dict[FunctionNode, list[FunctionNode]] = {}
        for node in self.module.all(*FUNCTIONS):
            outer = self.module.function(node)
            if outer is not None:
                out.setdefault(outer, []).append(node)  # type: ignore[arg-type]
        return out

    @cached_property
    def _staged(self) -> dict[FunctionNode, str]:
        """Every function of this file that runs at trace time, with its witness."""
        out: dict[FunctionNode, str] = {}
        pending: list[FunctionNode] = []

        def mark(function: FunctionNode, why: str) -> None:
            if function not in out and not self.host(function):
                out[function] = why
                pending.append(function)

        def follow() -> None:
            while pending:
                function = pending.pop()
                why = out[function]
                name = getattr(function, "name", "<lambda>")
                through = why if ", through " in why else f"{why}, through `{name}`"
                for callee in self._callees.get(function, ()):
                    mark(callee, through)
                for inner in self._nested.get(function, ()):
                    mark(inner, why)

        # A strong witness is not to be hidden by a weak one.
        for weak in (False, True):
            for function, wraps in self.by_function.items():
                for wrap in wraps:
                    transform = wrap.transform
                    if transform.staged and not transform.host and (transform.kind in WEAK) is weak:
                        mark(function, f"{self.verb(wrap)} at {self.facts.at(wrap.site)}")
            for node in self.module.all(ast.FunctionDef, ast.AsyncFunctionDef):
                assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
                for traced in self.elsewhere(node):
                    if traced.transform in STAGING and (traced.transform in WEAK) is weak:
                        mark(node, f"passed to `{traced.transform}` at {traced.where}")
                caller = self.facts.project.staged_callers.get(self.facts.calls.dotted(node))
                if caller is not None and (caller.partition(" ")[0] in WEAK) is weak:
                    mark(node, caller)
            follow()
        return out


def positional(function: FunctionNode | None) -> list[str]:
    """The names of the parameters that can be given by position."""
    if function is None:
        return []
    return [a.arg for a in (*function.args.posonlyargs, *function.args.args)]


def defaulted(function: FunctionNode) -> set[str]:
    """The names of the parameters that have a default."""
    args = function.args
    names = [a.arg for a in (*args.posonlyargs, *args.args)]
    out = set(names[len(names) - len(args.defaults) :]) if args.defaults else set()
    out |= {a.arg for a, d in zip(args.kwonlyargs, args.kw_defaults, strict=True) if d is not None}
    return out


def parameters(function: FunctionNode) -> list[str]:
    """All parameter names, in order."""
    args = function.args
    extra = [a for a in (args.vararg, args.kwarg) if a is not None]
    return [a.arg for a in (*args.posonlyargs, *args.args, *args.kwonlyargs, *extra)]
