"""What JAX's transforms do with the functions that they are given, and with these one's arguments.

Under `jit`, `scan` and their kin Python runs once, and all that JAX computes is abstract. Under
`vmap` and gradients alone only what comes from a mapped or differentiated argument is.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from jaxopt_lint.semantics.jax.api.transforms import SYNCHRONOUS, TRANSFORMS, Transform
from jaxopt_lint.semantics.jax.machine import trips
from jaxopt_lint.semantics.jax.machine.abstraction import abstract, abstracted, outside, row_of
from jaxopt_lint.semantics.jax.machine.at_once import COMPILED_AT_ONCE, NAMES, runs
from jaxopt_lint.semantics.jax.machine.contents import levels_of
from jaxopt_lint.semantics.jax.machine.core import Arguments, Core, Keywords
from jaxopt_lint.semantics.jax.machine.passes import Mark, mark, note
from jaxopt_lint.semantics.jax.machine.values import (
    Const,
    Func,
    Seq,
    Unknown,
    Value,
    Wrapped,
    items_of,
)
from jaxopt_lint.semantics.jax.made_anew import made_anew
from jaxopt_lint.semantics.python.signatures import positional

# These run the function as if they were not there.
_THROUGH = frozenset({"checkpoint", "custom_vjp", "custom_jvp", "named_call", "compact"})
_OPTIONS = ("static_argnums", "static_argnames", "static_broadcasted_argnums", "in_axes", "argnums",
            "has_aux", "in_specs")  # fmt: skip
# What is no array stays as it is for these.
_FILTERED = frozenset({"equinox.filter_jit", "haliax.named_jit", "flax.nnx.jit"})


class Transforms(Core):
    """Applies transforms, and calls what they made."""

    def is_transform(self, dotted: str) -> bool:
        return dotted in TRANSFORMS

    def apply(self, node: ast.expr, dotted: str, args: Arguments, kwargs: Keywords) -> Value:
        """A call of a transform: it makes a function, or runs one."""
        transform = TRANSFORMS[dotted]
        if transform.wrapper:
            inner, rest = _function(transform, args, kwargs)
            options = tuple((k, v) for k, v in kwargs.items() if k in _OPTIONS)
            second = {"vmap": "in_axes", "grad": "argnums", "value_and_grad": "argnums"}
            if rest and transform.kind in second and not dict(options).get(second[transform.kind]):
                options = (*options, (second[transform.kind], rest[0]))
            return Wrapped(dotted, inner, node, options)
        return self._run_at_once(node, dotted, transform, args, kwargs)

    def transformed(
        self, node: ast.expr, func: Wrapped, args: Arguments, kwargs: Keywords, exact: bool
    ) -> Value:
        """A call of what a transform made."""
        transform = TRANSFORMS[func.name]
        if func.inner is None:
            inner, _ = _function(transform, args, kwargs)
            return Wrapped(func.name, inner, func.site, func.kwargs)
        args = [*func.args, *args]
        kind = transform.kind
        if kind in _THROUGH and not transform.lifted:
            return self.call(node, func.inner, args, kwargs, exact)
        if kind == "transform" or (transform.lifted and func.name.startswith("flax.linen.")):
            return Unknown(f"what `{func.name}` makes of a function is not followed")
        if kind in ("jit", "pmap"):
            return self._compiled(node, func, args, kwargs, exact)
        if kind in ("grad", "value_and_grad", "jacobian"):
            return self._differentiated(node, func, kind, args, kwargs, exact)
        if kind in ("vmap", "shard_map"):
            return self._mapped(node, func, kind, args, kwargs, exact)
        if kind == "eval_shape":
            with self.trace(kind, func.site, self.facts.at(func.site), True) as trace:
                self.call(node, func.inner, abstract(args, trace.level), kwargs, exact)
            return Unknown("it is a shape, and no array")
        return Unknown(f"what `{func.name}` makes of a function is not followed")

    # -- the kinds ----------------------------------------------------------------------

    def _compiled(
        self, node: ast.expr, func: Wrapped, args: Arguments, kwargs: Keywords, exact: bool
    ) -> Value:
        inner = func.inner
        assert inner is not None
        name = _named(inner) or self.shown(node.func if isinstance(node, ast.Call) else node)
        levels = levels_of(*args, *kwargs.values())
        if self.opaque:
            made = _innermost(inner)
            if made is not None and (not levels or self.weighed):
                self.anew(node, TRANSFORMS[func.name].kind, made.node, made.frame, func.site)
            self.stepped(name)
            self.handed_to(node, name, args, kwargs)
            whole = self.tree(node, "jitted", name, levels)
            if func.name in SYNCHRONOUS and whole.made is not None:
                self.waits(node)
                return replace(whole, made=replace(whole.made, how="ready"))
            return whole
        static = self._static(func)
        filtered = func.name in _FILTERED
        kind = TRANSFORMS[func.name].kind
        with self.trace(kind, func.site, self.facts.at(func.site), True) as trace:
            taken = [
                a if static is None or i in static[0] else abstracted(a, trace.level, filtered)
                for i, a in enumerate(args)
            ]
            named = {
                k: v if static is None or k in static[1] else abstracted(v, trace.level, filtered)
                for k, v in kwargs.items()
            }
            result = self.call(node, inner, taken, named, exact)
        out = self._out(node, result, name, "jitted", levels, ready=func.name in SYNCHRONOUS)
        if func.name in SYNCHRONOUS and not levels:
            self.waits(node)
        return out

    def handed_to(self, node: ast.expr, name: str, args: Arguments, kwargs: Keywords) -> None:
        """Note which arrays of the host something compiled is given."""
        given = node.args if isinstance(node, ast.Call) else []
        exact = len(given) == len(args) and not any(isinstance(g, ast.Starred) for g in given)
        for i, value in enumerate(args):
            trips.upload(self, node, given[i] if exact else node, value, name, True)
        named = {k.arg: k.value for k in getattr(node, "keywords", [])}
        for key, value in kwargs.items():
            trips.upload(self, node, named.get(key, node), value, name, True)

    def _static(self, func: Wrapped) -> tuple[set[int], set[str]] | None:
        """The positions and names of the arguments that a jit leaves alone; None if they cannot
        be told."""
        names = _parameters(func.inner)
        places: set[int] = set()
        called: set[str] = set()
        for option, value in func.kwargs:
            if not option.startswith("static"):
                continue
            for item in items_of(value) if isinstance(value, Seq) else [value]:
                match item:
                    case Const(None):
                        continue
                    case Const(place) if isinstance(place, int):
                        places.add(place % len(names) if names and place < 0 else place)
                    case Const(name) if isinstance(name, str):
                        called.add(name)
                    case _:
                        return None
        places |= {i for i, name in enumerate(names) if name in called}
        called |= {names[i] for i in places if i < len(names)}
        return places, called

    def _differentiated(
        self,
        node: ast.expr,
        func: Wrapped,
        kind: str,
        args: Arguments,
        kwargs: Keywords,
        exact: bool,
    ) -> Value:
        inner = func.inner
        assert inner is not None
        options = dict(func.kwargs)
        levels = levels_of(*args, *kwargs.values())
        chosen = _numbers(options.get("argnums", Const(0)))
        value: Value = Unknown("the code that is differentiated is not looked at")
        began = mark(self)
        if self.opaque:
            self._weigh(node, inner, args, kwargs, exact)
        else:
            with self.trace("grad", func.site, self.facts.at(func.site), False) as trace:
                taken = [
                    abstracted(a, trace.level, False, levels_of(a)) if i in chosen else a
                    for i, a in enumerate(args)
                ]
                value = self.call(node, inner, taken, kwargs, exact)
        name, how = _named(inner) or self.shown(node), _how(inner)
        if kind == "jacobian":
            matrix = self.tree(node, how, name, levels)
            self._note(node, func, began, matrix)
            return matrix
        result: Value = self.tree(node, how, name, levels)
        gradient: Value = self.tree(node, how, name, levels)
        self._note(node, func, began, gradient)
        if not self.opaque:
            result = self._out(node, value, name, how, levels)
        if kind == "value_and_grad":
            return Seq("tuple", (result, gradient))
        aux = options.get("has_aux", Const(False))
        return gradient if aux == Const(False) else Seq("tuple", (gradient, result))

    def _mapped(
        self,
        node: ast.expr,
        func: Wrapped,
        kind: str,
        args: Arguments,
        kwargs: Keywords,
        exact: bool,
    ) -> Value:
        inner = func.inner
        assert inner is not None
        levels = levels_of(*args, *kwargs.values())
        name = _named(inner) or self.shown(node)
        if self.opaque:
            began = mark(self)
            self._weigh(node, inner, args, kwargs, exact)
            rows = self.tree(node, _how(inner), name, levels)
            self._note(node, func, began, rows)
            return rows
        mapped = _axes(dict(func.kwargs).get("in_axes", Const(0)), len(args))
        if kind == "shard_map":
            mapped = [True] * len(args)
        with self.trace(kind, func.site, self.facts.at(func.site), False) as trace:
            taken = [
                row_of(a, trace.level, levels_of(a)) if known else a
                for a, known in zip(args, mapped, strict=True)
            ]
            if any(known is None for known in mapped):
                taken = [
                    a if known is False else Unknown("whether it is mapped is not known")
                    if known is None else a
                    for a, known in zip(taken, mapped, strict=True)
                ]  # fmt: skip
            result = self.call(node, inner, taken, kwargs, exact)
        return self._out(node, result, name, _how(inner), levels)

    def _weigh(
        self, node: ast.expr, inner: Value, args: Arguments, kwargs: Keywords, exact: bool
    ) -> None:
        """Count the operations of a function that a transform runs by themselves."""
        if self.traces or not self.loops or not self.recording:
            return
        made, network = _innermost(inner), self.network(node, _uncompiled(inner))
        if network:
            self.forward(node, network)
        if made is None:
            return
        if made.node not in self.weights:
            self.weights[made.node] = 0
            before, around, passed = self.noted, self.weighed, self.passed
            self.weighed, self.passed = (self.numbers, []), ""
            with self.unnoticed(), self.trace("vmap", node, "", True) as trace:
                self.call(node, inner, abstract(args, trace.level), kwargs, exact)
            self.weights[made.node] = self.noted - before
            self.makes[made.node], self.weighed = self.weighed[1], around
            self.passing[made.node], self.passed = self.passed, passed
        self.operations += self.weights[made.node]
        self.anew_within(node, self.makes[made.node])
        if self.passing[made.node]:
            self.forward(node, self.passing[made.node])

    def _note(self, node: ast.expr, func: Wrapped, began: Mark, value: Value) -> None:
        """Note a call of what a transform made, if it only computes."""
        made = _innermost(func)
        if made is not None:
            note(self, node, made.node, began, (), value, func.name)

    def _run_at_once(
        self, node: ast.expr, dotted: str, transform: Transform, args: Arguments, kwargs: Keywords
    ) -> Value:
        """`scan`, `while_loop`, `cond` and so on: they run their functions when they are called."""
        kind = transform.kind
        levels = levels_of(*args, *kwargs.values())
        short = dotted.rpartition(".")[2]
        if transform.host:
            return self.tree(node, "eager", short, levels)
        result: Value = Unknown("it is a shape, and no array")
        if kind != "eval_shape":  # which computes nothing
            result = self.tree(node, "jitted", short, levels)
        if kind == "scan":
            result = Seq("tuple", (result, result))
        given = dict(enumerate(args))
        for i, names in enumerate(NAMES.get(kind, ())):
            if i not in given and names in kwargs:
                given[i] = kwargs[names]
        if kind in COMPILED_AT_ONCE and dotted.startswith("jax.") and (not levels or self.weighed):
            if kind == "map":  # it makes a function of the one that it is given
                self.anew(node, short, None, 0)
            for func, _ in runs(kind, given):
                if isinstance(func, Func) and not func.args:
                    self.anew(node, short, func.node, func.frame)
            if self._binds(node, args):
                self.anew(node, short, None, 0)
        if self.opaque or transform.lifted:
            return result
        if kind == "vjp" or kind == "jvp" or kind == "linearize":
            return result
        with self.trace(kind, node, self.facts.at(node), True) as trace:
            for func, taken in runs(kind, given):
                abstract = [abstracted(a, trace.level, False) for a in taken]
                self.call(node, func, abstract, {}, True)
        return result

    def _binds(self, node: ast.expr, args: Arguments) -> bool:
        """Whether a call is given a function that it binds to an object, or to values, itself."""
        given = node.args if isinstance(node, ast.Call) else []
        return any(
            isinstance(value, Func) and bool(value.args) and bool(made_anew(self.facts, written))
            for written, value in zip(given, args, strict=False)
        )

    def _out(
        self, node: ast.expr, value: Value, name: str, how: str, levels: frozenset[int],
        ready: bool = False,
    ) -> Value:  # fmt: skip
        """What a value that was computed abstractly is to the caller.

        Args:
            ready: the call waits for it by itself.
        """
        whole = self.tree(node, how, name, levels)
        if ready and whole.made is not None:
            whole = replace(whole, made=replace(whole.made, how="ready"))
        return outside(value, whole)


def _function(
    transform: Transform, args: Arguments, kwargs: Keywords
) -> tuple[Value | None, list[Value]]:
    """The function that a transform is given, and the positional arguments behind it."""
    place = transform.positions[0] if transform.positions else 0
    if place < len(args):
        return args[place], list(args[place + 1 :])
    found = [kwargs[name] for name in transform.keywords if name in kwargs]
    return (found[0] if found else None), []


def _parameters(inner: Value | None) -> list[str]:
    match inner:
        case Func(node, _, args):
            return positional(node)[len(args) :]
        case Wrapped(_, nested):
            return _parameters(nested)
    return []


def _named(inner: Value) -> str:
    match inner:
        case Func(node):
            return getattr(node, "name", "")
        case Wrapped(_, nested) if nested is not None:
            return _named(nested)
    return ""


def _innermost(inner: Value) -> Func | None:
    """The function that transforms wrap, by which what is compiled is found again."""
    while isinstance(inner, Wrapped) and inner.inner is not None and not inner.args:
        inner = inner.inner
    return inner if isinstance(inner, Func) and not inner.args else None


def _how(inner: Value) -> str:
    """How `vmap` and gradients run a function: what is compiled stays so below them."""
    known = _uncompiled(inner)
    compiled = isinstance(known, Wrapped) and TRANSFORMS[known.name].kind in ("jit", "pmap")
    return "jitted" if compiled else "eager"


def _uncompiled(inner: Value) -> Value:
    """What `vmap` and gradients wrap, as long as nothing compiles it."""
    while isinstance(inner, Wrapped) and inner.inner is not None and not inner.args:
        if TRANSFORMS[inner.name].kind not in ("vmap", "grad", "value_and_grad", "checkpoint"):
            break
        inner = inner.inner
    return inner


def _numbers(value: Value) -> set[int]:
    items = items_of(value) if isinstance(value, Seq) else [value]
    return {v.value for v in items if isinstance(v, Const) and isinstance(v.value, int)}


def _axes(value: Value, count: int) -> list[bool | None]:
    """Which arguments a `vmap` maps over; None where that is not known."""
    match value:
        case Const(None):
            return [False] * count
        case Const():
            return [True] * count
        case Seq(_, items) if items is not None:
            out = [_axis(v) for v in items[:count]]
            return [*out, *([None] * (count - len(out)))]
    return [None] * count


def _axis(value: Value) -> bool | None:
    match value:
        case Const(known):
            return known is not None
        case Seq(_, items) if items is not None:
            found = {_axis(v) for v in items}
            return found.pop() if len(found) == 1 else None
    return None
