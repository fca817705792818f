"""What calls do: arguments meet parameters, and the code behind is run with them.

A call is run with what is known of its arguments: a constant at the call decides a branch in the
callee. Under a trace, where no work is handed out, a function is run once for each kind of
arguments.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.factories import jitted_elsewhere
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.machine import trips
from jaxopt_lint.semantics.jax.machine.annotations import believed
from jaxopt_lint.semantics.jax.machine.core import Arguments, Keywords
from jaxopt_lint.semantics.jax.machine.expressions import Expressions
from jaxopt_lint.semantics.jax.machine.library import methods, rows
from jaxopt_lint.semantics.jax.machine.passes import mark, note, recall, remember, signed
from jaxopt_lint.semantics.jax.machine.records import Records
from jaxopt_lint.semantics.jax.machine.state import DEPTH, SIGNATURES, Frame, Home
from jaxopt_lint.semantics.jax.machine.transforms import Transforms
from jaxopt_lint.semantics.jax.machine.values import (
    CALLABLE,
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
    newest,
    with_fields,
)
from jaxopt_lint.semantics.jax.names import bases_of
from jaxopt_lint.semantics.python.scopes import FunctionNode
from jaxopt_lint.semantics.python.signatures import defaults, positional

_Kind = tuple[object, ...]
# Frameworks whose modules compute where they are called.
_RUN_AS_CALLED = ("nnx", "equinox")
# Frameworks whose modules compute in `apply`, which is given their parameters.
_APPLIED = ("linen", "haiku")
_PROPERTIES = ("builtins.property", "functools.cached_property")
# What gives functions beside arrays.
_GIVE_FUNCTIONS = frozenset({"vjp", "linearize", "closure_convert"})
# What gives the network back that it is given, with other weights or flags, by its place.
_SAME_NETWORK = {
    "equinox.nn.inference_mode": 0, "equinox.tree_inference": 0, "equinox.apply_updates": 0,
    "equinox.tree_at": 1, "equinox.tree_deserialise_leaves": 1, "equinox.combine": 0,
    "equinox.filter_shard": 0, "flax.nnx.clone": 0,
}  # fmt: skip
_FORWARD = 10  # operations that a forward pass has at least
_BASES = 12  # classes of one line that are looked at


class Calls(Transforms, Records, Expressions):
    """Calls values, and looks up what objects and classes of the file have."""

    # What the next function that is run calls at its `yield`.
    _within: Callable[[Value], None] | None = None

    def body(self, function: FunctionNode) -> Value:
        """Run a function's body in the present frame; what it returns."""
        raise NotImplementedError

    def hands_out_itself(self, owner: Instance) -> bool:
        return any(self.looked_up(owner, n) for n in ("__iter__", "__next__", "__getitem__"))

    def item_of(self, node: ast.Subscript, base: Instance, index: Value) -> Value:
        method = self.looked_up(base, "__getitem__")
        if method is None:
            return Unknown(f"what `{self.shown(node)}` is is not known")
        return self.call(node, method, [index], {})

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
                if framework in _APPLIED:
                    return self.forward(node, name or self.model(node))
            case Method(Network(name, framework), "init" | "init_with_output"):
                if framework in _APPLIED:  # it sets the network up, whatever is done with it then
                    self.handed += _FORWARD
                    return self.tree(node, "eager", name or self.model(node))
            case Method(Record() as record, "_replace" | "replace") if not args:
                return with_fields(record, kwargs)
            case Method():
                return methods.called(self, node, func, args, kwargs)
            case Class(owner):
                return self.construct(node, owner, args, kwargs, exact)
            case Instance(owner) | Record(owner):
                method = self.looked_up(func, "__call__")
                if method is not None:
                    made = self.call(node, method, args, kwargs, exact)
                    if isinstance(made, Unknown) and self.framework(owner) in _RUN_AS_CALLED:
                        return self.forward(node, owner.name)
                    return made
            case Network() | Tree() if name := self.network(node, func):
                return self.forward(node, name)
        if isinstance(node, ast.Call):
            if _applies(node, args):
                return self.forward(node, self.shown(node.func))
            self.escape(node.args)
            if jitted_elsewhere(self.facts, node.func):
                self.handed_to(node, self.shown(node.func), args, kwargs)
                return self.compiled(node, self.shown(node.func))
        self.may_wait(node)
        for value in (*args, *kwargs.values()):
            trips.write(self, value)
        why = func.why if isinstance(func, Unknown) else ""
        why = why or f"what `{self.shown(node)}` calls is not known"
        return Unknown(why, holds=newest([*args, *kwargs.values()]))

    def compiled(self, node: ast.expr, name: str) -> Tree:
        """The result of a compiled function whose code is not looked at."""
        self.stepped(name)
        return self.tree(node, "jitted", name)

    def forward(self, node: ast.expr, name: str) -> Tree:
        """What a network computes, as it is called; its layers are not looked at."""
        self.handed += _FORWARD
        if not self.staged:
            self.forwards.append((node, name, tuple(self.chain)))
        elif self.weighed is not None and not self.passed:
            self.passed = name
        return self.tree(node, "eager", name)

    def network(self, node: ast.expr, value: Value) -> str:
        """The network whose layers run where a value is called; "" where it is none."""
        match value:
            case Network(name, framework) if framework in _RUN_AS_CALLED:
                return name or self.model(node)
            case Method(Network(name, framework), "apply") if framework in _APPLIED:
                return name or self.model(node)
            case Instance(owner) | Record(owner) if self.framework(owner) in _RUN_AS_CALLED:
                return owner.name if self.looked_up(value, "__call__") is not None else ""
            case Tree(levels, made) if made is not None and not levels:
                # Of the trees that compiled code gives, networks are the ones that are called;
                # what stands behind a dot is a method of arrays.
                func, called = _func(node), _model(node)
                plain = isinstance(called, ast.Name) and made.name not in _GIVE_FUNCTIONS
                return self.shown(func) if plain and made.how == "jitted" else ""
        return ""

    def model(self, node: ast.expr) -> str:
        """What a call of a network calls, as the file says it."""
        return self.shown(_model(node))

    def _library(
        self, node: ast.expr, dotted: str, args: Arguments, kwargs: Keywords, exact: bool
    ) -> Value:
        call = node if isinstance(node, ast.Call) else None
        own = self.here(dotted)
        if own is not None:
            return self.call(node, own, args, kwargs)
        framework = self.facts.project.networks.get(dotted)
        if framework in _RUN_AS_CALLED or framework in _APPLIED:
            there = self.abroad(dotted)
            if not isinstance(there, Class) or not self._decorated_call(there.node):
                return Network(dotted.rpartition(".")[2], framework or "")
            return self.call(node, there, args, kwargs, exact)
        if self.is_transform(dotted):
            return self.apply(node, dotted, args, kwargs)
        place = _SAME_NETWORK.get(dotted, len(args))
        if place < len(args) and (same := self._same_network(args[place])) is not None:
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

    def _same_network(self, value: Value) -> Network | None:
        """A network of which all weights and flags may have changed; None for what is none."""
        match value:
            case Network():
                return value
            case Instance(owner) if self.framework(owner) in _RUN_AS_CALLED:
                return Network(owner.name, self.framework(owner) or "")
        return None

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

    # -- objects ------------------------------------------------------------------------

    def construct(
        self,
        node: ast.expr,
        owner: ast.ClassDef,
        args: Arguments,
        kwargs: Keywords,
        exact: bool = True,
    ) -> Value:
        """A new object of a class of this file."""
        record = self.recorded(owner, args, kwargs) if exact else None
        if record is not None:
            return record
        if any(isinstance(d, ast.Name) for d in owner.decorator_list) and not self._init(owner):
            return Unknown(f"how `{owner.name}` is made is written by a decorator")
        made = self.instance(owner)
        init = self._init(owner)
        if init is not None:
            self.run(node, replace(self._unbound(init), args=(made,)), args, kwargs, exact)
        return made

    def of_record(self, node: ast.Attribute, owner: Record) -> Value:
        found = self.looked_up(owner, node.attr)
        if found is None:
            return Method(owner, node.attr, node.value)
        if isinstance(found, Func) and self._is(found.node, *_PROPERTIES):
            return self.run(node, found, (), {})
        return found

    def _unbound(self, method: ast.FunctionDef) -> Func:
        """A method without its decorators and its object."""
        return Func(method, self._top(method).number)

    def _top(self, method: ast.AST) -> Frame:
        """The top level of the file that a method is of."""
        home = self.methods.get(method, self.own)
        return home.top

    def _init(self, owner: ast.ClassDef) -> ast.FunctionDef | None:
        found = self._method(owner, "__init__")
        return found if isinstance(found, ast.FunctionDef) else None

    def _method(self, owner: ast.ClassDef, name: str) -> ast.AST | None:
        for one, home in self.lineage(owner):
            for statement in one.body:
                if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    if statement.name == name:
                        self.methods[statement] = home
                        return statement
        return None

    def lineage(self, owner: ast.ClassDef) -> list[tuple[ast.ClassDef, Home]]:
        """A class and those of its bases whose code may be run, in the order of look-up."""
        known = self.lineages.get(owner)
        if known is not None:
            return known
        home = self.classes.get(owner, self.own)
        out = [(one, home) for one in calls(home.facts)._with_bases(owner)]
        seen = {owner}
        for one, there in out:
            for _, dotted in bases_of(there.facts.names, one) if len(out) < _BASES else ():
                above = self.abroad(dotted) if dotted is not None else None
                if isinstance(above, Class) and above.node not in seen:
                    seen.add(above.node)
                    beyond = self.classes.get(above.node, self.own)
                    found = calls(beyond.facts)._with_bases(above.node)
                    known_classes = [c for c, _ in out]
                    out += [(c, beyond) for c in found if c not in known_classes]
        self.lineages[owner] = out
        return out

    def _decorated_call(self, owner: ast.ClassDef) -> bool:
        """Whether something is made of what calling an object runs: it may be compiled."""
        method = self._method(owner, "__call__")
        return bool(getattr(method, "decorator_list", ()))

    def framework(self, owner: ast.ClassDef) -> str | None:
        """The framework whose module a class is."""
        return framework_of(self.classes.get(owner, self.own).facts, owner)

    def received(self, function: FunctionNode) -> Instance | None:
        """An object for a method to be run on, of which only the class is known."""
        owner = self.module.class_of(function)
        if owner is None:
            return None
        made = self.instance(owner)
        init = self._init(owner)
        if init is not None and init is not function:
            given = self.given(calls(self.facts).dotted(owner), init, 1)
            with self.aside(self._top(init)):
                self.run(init, replace(self._unbound(init), args=(made,)), (), given, False)
        # What other methods store may have been stored by now.
        for (number, attr), value in list(self.heap.items()):
            if number == made.number:
                stores = self._stores(owner, attr)
                if any(where is not init for where in stores) and not isinstance(value, CALLABLE):
                    self.heap[number, attr] = Unknown(f"several methods store `{attr}`")
                elif isinstance(value, (Seq, Map)) and not value.items:
                    self.heap[number, attr] = self.widened(value)  # and may have filled them
        return made

    def given(self, dotted: str, function: FunctionNode, bound: int = 0) -> dict[str, Value]:
        """The networks that calls of other files hand to a function, or to a class."""
        project = self.facts.project
        found = project.given.get(dotted, {}) if self.opaque else {}
        names = positional(function)[bound:]
        out: dict[str, Value] = {}
        for key, made in found.items():
            name = names[int(key)] if key.isdigit() and int(key) < len(names) else key
            if name in (*names, *(a.arg for a in function.args.kwonlyargs)):
                out[name] = Network(made.rpartition(".")[2], project.networks[made])
        return out

    def _stores(self, owner: ast.ClassDef, attr: str) -> list[FunctionNode | None]:
        """The methods that store an attribute of `self`."""
        found = []
        module = self.classes.get(owner, self.own).facts.module
        for one in module.attributes(attr):
            if isinstance(one.ctx, ast.Store) and module.is_self(one.value):
                if module.within(one, owner):
                    found.append(module.function(one))
        return found

    def of_instance(self, node: ast.Attribute, owner: Instance) -> Value:
        held = self.heap.get((owner.number, node.attr))
        if held is not None:
            return self.read(held)
        found = self.looked_up(owner, node.attr)
        if found is None:
            framework = self.framework(owner.owner)
            if framework in _APPLIED:
                return Method(Network(owner.owner.name, framework or ""), node.attr, node.value)
            return Unknown(f"what `{self.shown(node)}` is is not known")
        if isinstance(found, Func) and self._is(found.node, *_PROPERTIES):
            return self.run(node, found, (), {})
        return found

    def looked_up(self, owner: Instance | Record, name: str) -> Value | None:
        """What the class of an object has under a name, bound to the object."""
        method = self._method(owner.owner, name)
        if method is None:
            return self._of_body(owner.owner, name)
        with self.aside(self._top(method)):
            value = self.defined(method)
        if isinstance(method, ast.FunctionDef) and self._is(method, "builtins.staticmethod"):
            return value
        first: Value = owner
        if isinstance(method, ast.FunctionDef) and self._is(method, "builtins.classmethod"):
            first = Class(owner.owner)
        return bound(value, first)

    def of_class(self, node: ast.Attribute, owner: ast.ClassDef) -> Value:
        method = self._method(owner, node.attr)
        if method is None:
            found = self._of_body(owner, node.attr)
            return found if found is not None else Unknown(f"`{owner.name}` has no such name here")
        with self.aside(self._top(method)):
            value = self.defined(method)
        if isinstance(method, ast.FunctionDef) and self._is(method, "builtins.classmethod"):
            return bound(value, Class(owner))
        return value

    def _of_body(self, owner: ast.ClassDef, name: str) -> Value | None:
        """What the body of a class sets, where no method and nobody else sets it."""
        for one, home in self.lineage(owner):
            for statement in one.body:
                target: ast.expr | None = None
                if isinstance(statement, ast.AnnAssign):
                    target = statement.target
                if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
                    target = statement.targets[0]
                if isinstance(target, ast.Name) and target.id == name:
                    if isinstance(statement, ast.AnnAssign):
                        return Unknown(f"`{name}` is given when the object is made")
                    value = getattr(statement, "value")
                    if self._stores(owner, name) or value is None:
                        return None
                    with self.aside(home.top):
                        return self.expr(value)
        return None

    def _is(self, function: FunctionNode, *decorators: str) -> bool:
        """Whether a function has one of some decorators."""
        names = (self._top(function).home or self.own).facts.names
        for decorator in getattr(function, "decorator_list", ()):
            name = names.of(decorator)
            if name is None and isinstance(decorator, ast.Name):
                name = f"builtins.{decorator.id}"
            if name in decorators:
                return True
        return False


def bound(value: Value, first: Value) -> Value:
    """A function of a class, with its first argument."""
    match value:
        case Func(node, frame, args, kwargs):
            return Func(node, frame, (first, *args), kwargs)
        case Wrapped(name, inner, site, kwargs):
            # The receiver is an argument of the transformed function like any other.
            return Wrapped(name, inner, site, kwargs, (first,))
        case Manager(inner):
            return Manager(bound(inner, first))
        case Unknown():
            return value
    return Unknown("how it is bound to its object is not followed")


def _applies(call: ast.Call, args: Arguments) -> bool:
    """`state.apply_fn({"params": params}, x)`: flax looks the parameters up under that name."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in ("apply", "apply_fn"):
        return False
    given = args[0] if args else None
    return isinstance(given, Map) and any(key == "params" for key, _ in given.items)


def _func(node: ast.expr) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node


def _model(node: ast.expr) -> ast.expr:
    """What a call runs: `model` of `model(x)` and of `jax.vmap(model)(x)`."""
    func = _func(node)
    return func.args[0] if isinstance(func, ast.Call) and func.args else func


def _named(function: FunctionNode) -> str:
    return getattr(function, "name", "<lambda>")


__all__ = ["Calls", "bound"]
