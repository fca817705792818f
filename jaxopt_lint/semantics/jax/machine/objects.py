"""Objects and classes: how they are made, and what is looked up on them, along their bases."""

from __future__ import annotations

import ast
from dataclasses import replace

from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.machine.core import Arguments, Keywords
from jaxopt_lint.semantics.jax.machine.lookup import Lookup
from jaxopt_lint.semantics.jax.machine.records import Records
from jaxopt_lint.semantics.jax.machine.state import Frame, Home
from jaxopt_lint.semantics.jax.machine.values import (
    CALLABLE,
    Class,
    Func,
    Instance,
    Manager,
    Map,
    Method,
    Network,
    Record,
    Seq,
    Unknown,
    Value,
    Wrapped,
)
from jaxopt_lint.semantics.jax.names import bases_of
from jaxopt_lint.semantics.python.scopes import FunctionNode
from jaxopt_lint.semantics.python.signatures import positional

# Frameworks whose modules compute where they are called.
RUN_AS_CALLED = ("nnx", "equinox")
# Frameworks whose modules compute in `apply`, which is given their parameters.
APPLIED = ("linen", "haiku")
_PROPERTIES = ("builtins.property", "functools.cached_property")
_BASES = 12  # classes of one line that are looked at


class Objects(Records, Lookup):
    """Makes objects, and finds what their classes have."""

    def run(
        self, node: ast.AST, func: Func, args: Arguments, kwargs: Keywords, exact: bool = True
    ) -> Value:
        """What a function gives for some arguments."""
        raise NotImplementedError

    def hands_out_itself(self, owner: Instance) -> bool:
        return any(self.looked_up(owner, n) for n in ("__iter__", "__next__", "__getitem__"))

    def item_of(self, node: ast.Subscript, base: Instance, index: Value) -> Value:
        method = self.looked_up(base, "__getitem__")
        if method is None:
            return Unknown(f"what `{self.shown(node)}` is is not known")
        return self.call(node, method, [index], {})

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
        out = [(one, home) for one in calls(home.facts).with_bases(owner)]
        seen = {owner}
        for one, there in out:
            for _, dotted in bases_of(there.facts.names, one) if len(out) < _BASES else ():
                above = self.abroad(dotted) if dotted is not None else None
                if isinstance(above, Class) and above.node not in seen:
                    seen.add(above.node)
                    beyond = self.classes.get(above.node, self.own)
                    found = calls(beyond.facts).with_bases(above.node)
                    known_classes = [c for c, _ in out]
                    out += [(c, beyond) for c in found if c not in known_classes]
        self.lineages[owner] = out
        return out

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
            if framework in APPLIED:
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
