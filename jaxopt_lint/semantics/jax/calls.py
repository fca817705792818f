"""Which function of the file a callable expression is, and who calls it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS, Transform
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.python import DEFINITIONS, FUNCTIONS, Definition, FunctionNode, grouped
from jaxopt_lint.semantics.python.module import OF_CLASS

MANY = 1 << 10  # more than any function has


@dataclass(frozen=True, slots=True)
class Callee:
    """What calling an expression ends up running.

    Attributes:
        node: the function, where it stands in this file.
        dotted: its dotted name, where it stands elsewhere.
        bound: how many leading parameters are given already (`partial`, bound methods); `MANY`
            where that is not known, so that none is left of which anything can be said.
        bound_names: parameters given by keyword already.
        wraps: the transforms around it, outermost first.
        fresh: evaluating the expression makes a new function object each time.
    """

    node: FunctionNode | None = None
    dotted: str | None = None
    bound: int = 0
    bound_names: tuple[str, ...] = ()
    wraps: tuple[tuple[str, ast.Call], ...] = ()
    fresh: bool = False


def _count(given: list[ast.expr]) -> int:
    """How many arguments stand there, those that are unpacked from a tuple as it stands counted."""
    count = 0
    for one in given:
        if not isinstance(one, ast.Starred):
            count += 1
        elif isinstance(one.value, (ast.Tuple, ast.List)):
            count += _count(one.value.elts)
        else:
            return MANY
    return min(count, MANY)


class Calls:
    """Callees and callers within one file."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.module = facts.module
        self.names = facts.names
        self._cache: dict[ast.AST, Callee | None] = {}

    def callee(self, node: ast.expr | None) -> Callee | None:
        """What a callable expression runs; None when that cannot be said."""
        if node is None:
            return None
        if node not in self._cache:
            self._cache[node] = None
            self._cache[node] = self._callee(node)
        return self._cache[node]

    def function(self, call: ast.Call) -> FunctionNode | None:
        """The function of this file that a call runs, with nothing wrapped around it or bound
        but `self`."""
        found = self.callee(call.func)
        return found.node if found is not None else None

    def produced(self, node: ast.expr) -> FunctionNode | None:
        """The one inner function that a call gives back, of a function of this file that makes
        it: `make_step(model)`."""
        made = self.names.behind(node)
        maker = self.callee(made.func) if isinstance(made, ast.Call) else None
        if maker is None or maker.wraps or not isinstance(maker.node, ast.FunctionDef):
            return None
        found = {self._inner(maker.node, each.value) for each in self.module.returns(maker.node)}
        return found.pop() if len(found) == 1 else None

    def _inner(self, maker: ast.FunctionDef, value: ast.expr | None) -> FunctionNode | None:
        if not isinstance(value, (ast.Name, ast.Lambda)):
            return None
        found = self.callee(value)
        if found is None or found.wraps or found.bound or found.node is None:
            return None
        plain = not getattr(found.node, "decorator_list", ())
        return found.node if plain and self.module.function(found.node) is maker else None

    def callers(self, function: FunctionNode) -> list[ast.Call]:
        """The calls in this file that run a function, directly or through what wraps it."""
        return self._callers.get(function, [])

    @cached_property
    def _callers(self) -> dict[FunctionNode, list[ast.Call]]:
        known = ((self.function(call), call) for call in self.module.all(ast.Call))
        return grouped((function, call) for function, call in known if function is not None)

    def references(self, function: FunctionNode) -> list[ast.Name | ast.Attribute]:
        """Every place in this file that mentions a named function, called or not."""
        if isinstance(function, ast.Lambda):
            return []
        name = function.name
        mentions: list[ast.Name | ast.Attribute] = [*self.module.named(name)]
        mentions += self.module.attributes(name)
        reads = [node for node in mentions if not isinstance(node.ctx, ast.Store)]
        callees = ((node, self.callee(node)) for node in reads)
        return [n for n, found in callees if found is not None and found.node is function]

    def dotted(self, function: ast.AST) -> str:
        """The name by which other modules know a function."""
        qualname = self.module.qualname(function)
        return f"{self.module.name}.{qualname}" if self.module.name else qualname

    def own_name(self, function: Definition) -> str:
        """A name for a definition that it shares with none: of several of one name the others are
        told apart, as those are that a decorator chooses from by what a call gives."""
        dotted, scope = self.dotted(function), self.module.scope[function]
        holder = scope.holder(function.name)
        bound = holder.bindings.get(function.name, []) if holder is not None else []
        alike = [b for b in bound if b.kind == "def"]
        if len(alike) < 2 or all(b.node is not function for b in alike):
            return dotted
        return f"{dotted}.def@{function.lineno}:{function.col_offset}"

    def lambda_name(self, function: ast.Lambda) -> str:
        """A name for a function without one, that no other has."""
        return f"{self.dotted(function)}.lambda@{function.lineno}:{function.col_offset}"

    def exported(self, host: Callable[[FunctionNode], bool]) -> list[tuple[str, str]]:
        """(caller, callee) for every call of a project function, dotted, methods included. What is
        called in a callback, by `host`, is not called by the code around it."""
        out = set()
        for call in self.module.all(ast.Call):
            caller, found = self.module.function(call), self.callee(call.func)
            if caller is None or found is None or host(caller):
                continue
            if found.node is not None and not isinstance(found.node, ast.Lambda):
                name = self.dotted(found.node)
            elif found.dotted and not found.dotted.startswith(FOREIGN):
                name = found.dotted
            else:
                continue
            own = self.dotted(caller)
            if not isinstance(caller, ast.Lambda):
                own = self.own_name(caller)
                if own != self.dotted(caller):  # a call by the name may come to each of them
                    out.add((self.dotted(caller), own))
            out.add((own, name))
            if isinstance(caller, ast.Lambda):
                out.add((self.lambda_name(caller), name))
        return sorted(out)

    def transform(self, node: ast.expr) -> Transform | None:
        """The transform that a name stands for."""
        name = self.names.of(node)
        return TRANSFORMS.get(name) if name is not None else None

    # -----------------------------------------------------------------------------------

    def _callee(self, node: ast.expr) -> Callee | None:
        if isinstance(node, ast.Lambda):
            return Callee(node, fresh=True)
        if isinstance(node, ast.Call):
            return self._made(node)
        if isinstance(node, ast.Name):
            return self._named(node)
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if isinstance(node, ast.NamedExpr):
            return self.callee(node.value)
        return None

    def _named(self, node: ast.Name) -> Callee | None:
        bindings = [b for b in self.names.binding(node) if b.kind not in ("declare", "delete")]
        if len(bindings) > 1 and all(b.kind == "import" for b in bindings):
            name = self.names.of(node)  # of several ways to the same
            return Callee(dotted=name) if name is not None else None
        if len(bindings) != 1:
            # `step = jax.jit(step)` after `def step`: the later binding, if it wraps the earlier.
            return self._rebound(node)
        binding = bindings[0]
        if binding.kind == "def":
            assert isinstance(binding.node, DEFINITIONS)
            return Callee(binding.node)
        if binding.kind == "assign" and binding.value is not None:
            if isinstance(binding.value, (ast.Name, ast.Attribute, ast.Lambda, ast.Call)):
                found = self.callee(binding.value)
                return replace(found, fresh=False) if found is not None else None
            return None
        name = self.names.of(node)
        return Callee(dotted=name) if name is not None else None

    def _rebound(self, node: ast.Name) -> Callee | None:
        bindings = self.names.binding(node)
        defs = [b for b in bindings if b.kind == "def"]
        assigns = [b for b in bindings if b.kind == "assign" and isinstance(b.value, ast.Call)]
        if len(defs) != 1 or len(defs) + len(assigns) != len(bindings):
            return None
        function = defs[0].node
        assert isinstance(function, DEFINITIONS)
        result = Callee(function)
        for binding in assigns:
            call = binding.value
            assert isinstance(call, ast.Call)
            if node in call.args:
                return Callee(function)  # the inner `step` of `step = jax.jit(step)`
            name = self.names.of(call.func)
            inner = call.args[0] if call.args else None
            if name not in TRANSFORMS or not isinstance(inner, ast.Name) or inner.id != node.id:
                return None
            result = replace(result, wraps=((name, call), *result.wraps))
        return result

    def _made(self, node: ast.Call) -> Callee | None:
        """The function that a call gives back: `partial(f, 1)`, `jax.vmap(f)`."""
        name = self.names.of(node.func)
        if name == "functools.partial" and node.args:
            found = self.callee(node.args[0])
            if found is None:
                return None
            given = _count(node.args[1:])
            names = (*found.bound_names, *(k.arg for k in node.keywords if k.arg is not None))
            return replace(found, bound=found.bound + given, bound_names=names, fresh=True)
        wrapper = TRANSFORMS.get(name) if name is not None else None
        if wrapper is not None and wrapper.wrapper and not wrapper.host:
            base = self.callee(self.function_argument(node, wrapper)) or Callee()
            assert name is not None
            return replace(base, wraps=((name, node), *base.wraps), fresh=True)
        # `partial(jax.jit, static_argnums=0)(f)`
        factory = self.factory(node.func)
        if factory is not None and node.args:
            found = self.callee(node.args[0]) or Callee()
            return replace(found, wraps=(factory, *found.wraps), fresh=True)
        return None

    def function_argument(self, call: ast.Call, transform: Transform) -> ast.expr | None:
        """The function that a call of a wrapping transform is given; None in factory form."""
        for position in transform.positions:
            if position < len(call.args) and not isinstance(call.args[position], ast.Starred):
                return call.args[position]
        return next((k.value for k in call.keywords if k.arg in transform.keywords), None)

    def factory(self, node: ast.expr) -> tuple[str, ast.Call] | None:
        """`partial(jax.jit, ...)` or `jax.jit(static_argnums=...)`: a transform still to be given
        its function; the dotted name and the call that holds the options."""
        if isinstance(node, ast.Name):
            value = self.names.value(node)
            return self.factory(value) if isinstance(value, ast.Call) else None
        if not isinstance(node, ast.Call):
            return None
        name = self.names.of(node.func)
        if name == "functools.partial" and len(node.args) == 1:
            inner = self.names.of(node.args[0])
            return (inner, node) if inner in TRANSFORMS else None
        if name in TRANSFORMS and TRANSFORMS[name].wrapper:
            if self.function_argument(node, TRANSFORMS[name]) is None:
                return name, node
        return None

    def _attribute(self, node: ast.Attribute) -> Callee | None:
        if self.module.is_self(node.value) or self.module.is_cls(node.value):
            return self._method(node)
        name = self.names.of(node)
        if name is None:
            return None
        # `Model.apply` of a class in this file.
        binding = self.names.only_binding(node.value)
        owner = binding.node if binding is not None else None
        method = _method_of(owner, node.attr) if isinstance(owner, ast.ClassDef) else None
        return Callee(method) if method is not None else Callee(dotted=name)

    def _method(self, node: ast.Attribute) -> Callee | None:
        owner = self.module.owner(node)
        if owner is None:
            return None
        owners = self.with_bases(owner)
        if node.attr.startswith("__") and any(map(self._makes_classes, owners)):
            return None  # `cls` is a class with a `__new__` of its own, or that of `object`
        method = next((m for o in owners if (m := _method_of(o, node.attr)) is not None), None)
        stores = [value for o in owners for value in self.attribute_values(o, node.attr)]
        if method is not None and stores and not self._stands_in(stores, node):
            return self._compiled_anew(method, stores)
        if method is not None:
            static = any(self.names.is_builtin(d, "staticmethod") for d in method.decorator_list)
            # `cls.method(...)` of a method for objects is the function as it stands.
            static |= self.module.is_cls(node.value) and not self._is_of_class(method)
            if any(self.names.is_builtin(d, "property") for d in method.decorator_list):
                return None
            if left_to_subclasses(method):
                return None
            return Callee(method, bound=0 if static else 1, fresh=True)
        if method is None and len(stores) == 1:
            found = self.callee(stores[0])
            return replace(found, fresh=False) if found is not None else None
        return None

    def _is_of_class(self, method: Definition) -> bool:
        """Whether a method is called on its class wherever it is read."""
        marks = method.decorator_list
        return method.name in OF_CLASS or any(
            self.names.is_builtin(d, "classmethod") for d in marks
        )

    def _makes_classes(self, owner: ast.ClassDef) -> bool:
        """Whether a class is a metaclass: an attribute of its objects is theirs first."""
        return any(
            self.names.is_builtin(base, "type") or self.names.of(base) in _METACLASSES
            for base in owner.bases
        )

    def _stands_in(self, stores: list[ast.expr], node: ast.Attribute) -> bool:
        """The inner `self.step` of `self.step = jax.jit(self.step)`."""
        here = self.module.function(node)
        return any(
            isinstance(value, ast.Call)
            and self.module.function(value) is here
            and value in self.module.ancestors(node)
            for value in stores
        )

    def _compiled_anew(self, method: Definition, stores: list[ast.expr]) -> Callee | None:
        """A method that objects of its class wrap: `self.step = jax.jit(self.step)`."""
        found = [self.callee(value) for value in stores]
        wraps = {tuple(name for name, _ in f.wraps) if f is not None else () for f in found}
        if found[0] is None or any(f is None or f.node is not method for f in found):
            return None
        return replace(found[0], fresh=False) if len(wraps) == 1 and () not in wraps else None

    def with_bases(self, owner: ast.ClassDef) -> list[ast.ClassDef]:
        """A class and those of its bases that this file defines, in the order of look-up."""
        out = [owner]
        for known in out:
            for base in known.bases:
                binding = self.names.only_binding(base)
                node = binding.node if binding is not None else None
                if isinstance(node, ast.ClassDef) and node not in out:
                    out.append(node)
        return out

    def attribute_values(self, owner: ast.ClassDef, attribute: str) -> list[ast.expr]:
        """Every value that methods of a class store in `self.<attribute>`."""
        return self._stores.get((owner, attribute), [])

    def stored_in(self, node: ast.AST) -> list[ast.expr]:
        """What the class around stores in `self.<attribute>`; nothing for other expressions."""
        if not isinstance(node, ast.Attribute) or not self.module.is_self(node.value):
            return []
        owner = self.module.around(node, ast.ClassDef)
        return self.attribute_values(owner, node.attr) if owner is not None else []

    @cached_property
    def _stores(self) -> dict[tuple[ast.AST, str], list[ast.expr]]:
        return grouped(
            ((around, target.attr), node.value)
            for node in self.module.all(ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Attribute) and self.module.is_self(target.value)
            for around in self.module.ancestors(node)
            if isinstance(around, ast.ClassDef)
        )


_METACLASSES = frozenset({"abc.ABCMeta", "enum.EnumMeta", "enum.EnumType", "builtins.type"})
FOREIGN = ("jax.", "numpy.", "flax.", "haiku.", "optax.", "equinox.", "functools.", "math.")


def _method_of(owner: ast.ClassDef, name: str) -> Definition | None:
    methods = (s for s in owner.body if isinstance(s, DEFINITIONS))
    return next((m for m in methods if m.name == name), None)


def left_to_subclasses(method: Definition) -> bool:
    """Whether a method does nothing but be there to be overridden."""
    return all(
        isinstance(statement, ast.Pass)
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
        or (isinstance(statement, ast.Raise) and "NotImplementedError" in ast.dump(statement))
        for statement in method.body
    )


__all__ = ["FUNCTIONS", "Callee", "Calls"]


@fact
def calls(facts: Facts) -> Calls:
    """Which function of the project a call reaches."""
    return Calls(facts)
