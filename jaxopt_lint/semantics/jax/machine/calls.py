"""What calls do: arguments meet parameters, and the code behind is run with them.

A call is run with what is known of its arguments: a constant at the call decides a branch in the
callee. Under a trace, where no work is handed out, a function is run once for each kind of
arguments.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from jaxopt_lint.semantics.jax.api.results import TO_HOST_METHODS
from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.factories import jitted_elsewhere
from jaxopt_lint.semantics.jax.machine import trips
from jaxopt_lint.semantics.jax.machine.annotations import believed
from jaxopt_lint.semantics.jax.machine.contents import newest
from jaxopt_lint.semantics.jax.machine.core import Arguments, Keywords
from jaxopt_lint.semantics.jax.machine.expressions import Expressions
from jaxopt_lint.semantics.jax.machine.library import methods, rows
from jaxopt_lint.semantics.jax.machine.networks import FORWARD, SAME_NETWORK, Networks, applies
from jaxopt_lint.semantics.jax.machine.objects import APPLIED, RUN_AS_CALLED, bound
from jaxopt_lint.semantics.jax.machine.passes import mark, note, recall, remember, signed
from jaxopt_lint.semantics.jax.machine.state import DEPTH, SIGNATURES, Frame
from jaxopt_lint.semantics.jax.machine.transforms import Transforms
from jaxopt_lint.semantics.jax.machine.values import (
    Class,
    Func,
    Host,
    Instance,
    Lib,
    Manager,
    Map,
    Method,
    Network,
    Record,
    Seq,
    Tree,
    Unknown,
    Value,
    Wrapped,
    with_fields,
)
from jaxopt_lint.semantics.python.scopes import FunctionNode
from jaxopt_lint.semantics.python.signatures import defaults, positional

_Kind = tuple[object, ...]
COMPILED_AHEAD = "what `lower(...).compile()` gives"


class Calls(Transforms, Networks, Expressions):
    """Calls values: functions of files, of libraries, of transforms, objects, networks."""

    # What the next function that is run calls at its `yield`.
    _within: Callable[[Value], None] | None = None

    def body(self, function: FunctionNode) -> Value:
        """Run a function's body in the present frame; what it returns."""
        raise NotImplementedError

    def call(
        self, node: ast.expr, func: Value, args: Arguments, kwargs: Keywords, exact: bool = True
    ) -> Value:
        if isinstance(func, Method) and isinstance(func.of, Unknown):
            func = func.of
        match func:
            case Func():
                return self.run(node, func, args, kwargs, exact)
            case Lib(dotted, bound, named):
                given = {**dict(named), **kwargs}
                return self._library(node, dotted, [*bound, *args], given, exact)
            case Wrapped():
                made = self.transformed(node, func, args, kwargs, exact)
                if isinstance(made, Unknown):
                    self.may_wait(node)
                return made
            case Manager(inner, None):
                return Manager(inner, tuple(args), tuple(kwargs.items()))
            case Method(Network(name, framework), "apply"):
                if framework in APPLIED:
                    return self.forward(node, name or self.model(node))
            case Method(Network(name, framework), "init" | "init_with_output"):
                if framework in APPLIED:  # it sets the network up, whatever is done with it then
                    self.handed += FORWARD
                    return self.tree(node, "eager", name or self.model(node))
            case Method(Record() as record, "_replace" | "replace") if not args:
                return with_fields(record, kwargs)
            case Method(Wrapped(name), "lower") if is_compiler(name):
                return func
            case Method(Method(Wrapped(name), "lower") as lowered, "compile", at):
                return Method(lowered, COMPILED_AHEAD, at)
            case Method(Method(Wrapped(), "lower"), kept) if kept == COMPILED_AHEAD:
                name = self.shown(node.func if isinstance(node, ast.Call) else node)
                self.handed_to(node, name, args, kwargs)
                return self.compiled(node, name)
            case Method():
                return methods.called(self, node, func, args, kwargs)
            case Class(owner):
                return self.construct(node, owner, args, kwargs, exact)
            case Instance(owner) | Record(owner):
                method = self.looked_up(func, "__call__")
                if method is not None:
                    made = self.call(node, method, args, kwargs, exact)
                    if isinstance(made, Unknown) and self.framework(owner) in RUN_AS_CALLED:
                        return self.forward(node, owner.name)
                    return made
            case Network() | Tree() if name := self.network(node, func):
                return self.forward(node, name)
        if isinstance(node, ast.Call):
            if applies(node, args):
                return self.forward(node, self.shown(node.func))
            self.escape(node.args)
            if jitted_elsewhere(self.facts, node.func):
                self.handed_to(node, self.shown(node.func), args, kwargs)
                return self.compiled(node, self.shown(node.func))
        if not _replaces(node, args, kwargs):
            self.may_wait(node, runs=not _fetches(node))
        for value in (*args, *kwargs.values()):
            trips.write(self, value)
        why = func.why if isinstance(func, Unknown) else ""
        why = why or f"what `{self.shown(node)}` calls is not known"
        return Unknown(why, holds=newest([*args, *kwargs.values()]))

    def compiled(self, node: ast.expr, name: str) -> Tree:
        """The result of a compiled function whose code is not looked at."""
        self.stepped(name)
        return self.tree(node, "jitted", name)

    def _library(
        self, node: ast.expr, dotted: str, args: Arguments, kwargs: Keywords, exact: bool
    ) -> Value:
        call = node if isinstance(node, ast.Call) else None
        own = self.here(dotted)
        if own is not None:
            return self.call(node, own, args, kwargs)
        framework = self.facts.project.networks.get(dotted)
        if framework in RUN_AS_CALLED or framework in APPLIED:
            there = self.abroad(dotted)
            if not isinstance(there, Class) or not self.decorated_call(there.node):
                return Network(dotted.rpartition(".")[2], framework or "")
            return self.call(node, there, args, kwargs, exact)
        if self.is_transform(dotted):
            return self.apply(node, dotted, args, kwargs)
        place = SAME_NETWORK.get(dotted, len(args))
        if place < len(args) and (same := self.same_network(args[place])) is not None:
            return same
        if call is not None and jitted_elsewhere(self.facts, call.func):
            self.handed_to(node, dotted.rpartition(".")[2], args, kwargs)
            return self.compiled(node, dotted.rpartition(".")[2])
        there = self.abroad(dotted)
        if there is not None:
            return self.call(node, there, args, kwargs, exact)
        made = rows.called(self, node, dotted, args, kwargs)
        if isinstance(made, Unknown) and not made.of_shapes and made.holds is None:
            return replace(made, holds=newest([*args, *kwargs.values()]))
        return made

    def here(self, dotted: str) -> Value | None:
        """What a dotted name stands for, if it is of the module whose code is run."""
        prefix = f"{self.module.name}."
        if not self.module.name or not dotted.startswith(prefix):
            return None
        name = dotted.removeprefix(prefix)
        bindings = self.module.top.bindings.get(name, [])
        if len(bindings) != 1 or bindings[0].kind not in ("def", "class"):
            return None
        with self.aside(self.top):
            return self.defined(bindings[0].node)

    def abroad(self, dotted: str) -> Value | None:
        """What a dotted name stands for, if it is of another file of the project whose code may
        be run."""
        module, name = self.own.facts.project.home(dotted)
        home = self.home(module) if module else None
        bindings = home.facts.module.top.bindings.get(name, []) if home is not None else []
        if home is None or len(bindings) != 1:
            return None
        binding = bindings[0]
        if binding.kind in ("def", "class"):
            with self.aside(home.top):
                return self.defined(binding.node)
        if binding.kind == "assign" and binding.value is not None:
            if name in home.facts.module.declared_global:
                return None
            if name not in home.top.names:
                home.top.names[name] = Unknown(f"`{name}` is defined by itself")
                with self.aside(home.top):
                    home.top.names[name] = self.expr(binding.value)
            return home.top.names[name]
        return None

    # -- functions ----------------------------------------------------------------------

    def run(
        self, node: ast.AST, func: Func, args: Arguments, kwargs: Keywords, exact: bool = True
    ) -> Value:
        """What a function of this file gives for some arguments."""
        function = func.node
        args = [*func.args, *args]
        kwargs = {**dict(func.kwargs), **kwargs}
        outer = self.frames[func.frame]
        kind: _Kind | None = None
        if self.traces and outer.function is None:
            guarded = any(not g.by_shapes for g in self.guards)
            kind = (
                function, tuple(args), tuple(kwargs.items()), exact, guarded,
                tuple((t.level, t.kind) for t in self.traces), tuple(self.heap.items()),
            )  # fmt: skip
            if kind in self.known:
                return self.known[kind]
            self.signatures[function] = self.signatures.get(function, 0) + 1
            if self.signatures[function] > SIGNATURES:
                return Unknown(f"`{_named(function)}` is called in more ways than are followed")
        key: object | None = None
        if outer.function is None and not self.traces and self.loops and exact:
            key = signed(function, args, kwargs)
            began, again = mark(self), recall(self, node, key)
            if again is not None:
                note(self, node, function, began, [*args, *kwargs.values()], again)
                return again
        why = self._not_followed(function)
        if why:
            self.may_wait(node)
            return Unknown(why)
        frame = Frame(self.number(), function, {}, outer, outer.home)
        frame.names = self._parameters(frame, func, args, kwargs, exact)
        frame.within, self._within = self._within, None
        before, began = self.frame, mark(self)
        self.frames[frame.number] = frame
        self.latest[function] = frame
        with self.bounded(function, before.home is None and frame.home is not None) as whole:
            self.settle(frame)
            self.chain.append(node)
            self.active.append(function)
            try:
                value = self.body(function)
            finally:
                self.settle(before)
                self.chain.pop()
                self.active.pop()
        if not whole:
            self.may_wait(node)
            return Unknown(self._not_followed(function))
        if frame.yields:
            value = Seq("iterator", None, Unknown("what a generator hands out is not followed"))
        if key is not None:
            remember(self, key, began, value)
        note(self, node, function, began, [*args, *kwargs.values()], value)
        if kind is not None:
            self.known[kind] = value
        return value

    def _not_followed(self, function: FunctionNode) -> str:
        """Why a call of a function is not run; "" where it is."""
        if len(self.chain) >= DEPTH:
            return "calls lead deeper than is followed"
        if self.active.count(function) > 1:
            return f"`{_named(function)}` calls itself"
        if isinstance(function, ast.AsyncFunctionDef):
            return f"`{_named(function)}` runs when it is awaited"
        if function in self.lengthy:
            return f"`{_named(function)}` is more code than is followed in other files"
        return ""

    def manage(self, node: ast.expr, manager: Manager, within: Callable[[Value], None]) -> None:
        """Run the generator function behind a context manager.

        Args:
            within: runs the block of the `with`, with what the generator hands out.
        """
        self._within = within
        try:
            self.call(node, manager.func, manager.args or (), dict(manager.kwargs))
        finally:
            self._within = None

    def _parameters(
        self, frame: Frame, func: Func, args: Arguments, kwargs: Keywords, exact: bool
    ) -> dict[str, Value]:
        """What the parameters of a function hold in a call."""
        function = func.node
        names = positional(function)
        out: dict[str, Value] = dict(zip(names, args, strict=False))
        extra = dict(kwargs)
        only = [a.arg for a in function.args.kwonlyargs]
        for name in (*names, *only):
            if name in extra and name not in out:
                out[name] = extra.pop(name)
        missing = [n for n in (*names, *only) if n not in out]
        for name in missing:
            if name in defaults(function) and exact:
                out[name] = self.default(func, name)
            else:
                out[name] = Unknown(f"what `{name}` is given is not known")
        if self.opaque and any(isinstance(out.get(n), (Unknown, Tree)) for n in (*names, *only)):
            for name, said in believed((frame.home or self.own).facts, function).items():
                held = out.get(name)
                if isinstance(said, Network) and isinstance(held, (Unknown, Tree)):
                    out[name] = said  # an optimizer has given it back, or what compiled a step
                elif isinstance(held, Unknown) and held.holds is None and not held.of_shapes:
                    new = isinstance(said, Host) and said.array
                    out[name] = trips.made(self) if new else said
            for name, said in self.records_said(frame.home or self.own, function).items():
                if isinstance(held := out.get(name), Unknown) and held.holds is None:
                    out[name] = said
        if function.args.vararg is not None:
            more = tuple(args[len(names) :])
            known = Seq("tuple", more) if exact else Seq("tuple", None, Unknown("it is unpacked"))
            out[function.args.vararg.arg] = known
        if function.args.kwarg is not None:
            rest = None if exact else Unknown("it is unpacked")
            out[function.args.kwarg.arg] = Map(tuple(extra.items()), rest)
        return out

    def default(self, func: Func, name: str) -> Value:
        """What a parameter is where it is not given."""
        found = defaults(func.node)
        if name not in found:
            return Unknown(f"what `{name}` is given is not known")
        with self.aside(self.frames[func.frame]):
            return self.expr(found[name])


def _named(function: FunctionNode) -> str:
    return getattr(function, "name", "<lambda>")


__all__ = ["Calls", "bound"]


def is_compiler(name: str) -> bool:
    return TRANSFORMS[name].kind in ("jit", "pmap")


def _replaces(node: ast.expr, args: Arguments, kwargs: Keywords) -> bool:
    """`state.replace(params=params)`: whatever it is, it makes another object with some fields of
    its own, and needs the value of none."""
    match node:
        case ast.Call(ast.Attribute(_, "replace" | "_replace")):
            return bool(kwargs) and not args
    return False


def _fetches(node: ast.expr) -> bool:
    """`x.item()`: an array is asked for its values, if it is one."""
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") in TO_HOST_METHODS
