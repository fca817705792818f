"""The kinds of expressions, given what each name is where they stand."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import reduce
from typing import Protocol

from jaxopt_lint.semantics.jax.api import results
from jaxopt_lint.semantics.jax.api.numpy import BY_METHOD
from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.giving_arrays import gives_array
from jaxopt_lint.semantics.jax.kinds import ARRAYS, ON_DEVICE, TRACED, Env, Kind, join
from jaxopt_lint.semantics.jax.overloads import may_be_overloaded
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.jax.writes import writes_at
from jaxopt_lint.semantics.python import Comprehension, FunctionNode, Module
from jaxopt_lint.semantics.python.walking import children


class Values(Protocol):
    """Where the kinds of a file are kept, and those of other functions are worked out."""

    facts: Facts
    module: Module
    kinds: dict[ast.AST, Kind]
    busy: set[ast.AST]

    def record(self, node: ast.AST, kind: Kind) -> None: ...

    def kind(self, node: ast.expr) -> Kind: ...

    def outer(self, name: str, scope_node: ast.AST) -> Kind: ...


class Expressions:
    """What the expressions of one function are, while its names are known in `env`."""

    def __init__(self, values: Values, root: ast.Module | FunctionNode) -> None:
        self.values = values
        self.facts = values.facts
        self.root = root
        self.staged = not isinstance(root, ast.Module) and (
            tracing(self.facts).staged(root) is not None
        )
        self.array = Kind.TRACER if self.staged else Kind.DEVICE
        self.tree = Kind.TREE if self.staged else Kind.DEVICE_TREE
        self.env: Env = {}
        self.stores: Env = {}
        self.recording = True

    def store(self, name: str, kind: Kind) -> None:
        self.env[name] = kind
        self.stores[name] = join(self.stores[name], kind) if name in self.stores else kind

    def assign(
        self, target: ast.expr, kind: Kind, value: ast.expr | None, iterated: ast.expr | None = None
    ) -> None:
        if isinstance(target, ast.Name):
            self.store(target.id, kind)
            self.values.record(target, kind) if self.recording else None
        elif isinstance(target, ast.Starred):
            self.assign(target.value, kind, None)
        elif isinstance(target, (ast.Tuple, ast.List)):
            if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts):
                for item, source in zip(target.elts, value.elts, strict=True):
                    self.assign(item, self.values.kinds.get(source, Kind.UNKNOWN), source)
                return
            parts = self.parts(iterated, len(target.elts)) if iterated is not None else None
            for i, item in enumerate(target.elts):
                self.assign(item, parts[i] if parts else self.part(kind), None)
        elif isinstance(target, (ast.Attribute, ast.Subscript)):
            self.expr(target.value)
            if isinstance(target, ast.Subscript):
                self.expr(target.slice)
                # A container that takes in something else is no longer what it was; one array
                # takes in nothing.
                name = target.value.id if isinstance(target.value, ast.Name) else ""
                if name in self.env and self.env[name] not in (Kind.DEVICE, Kind.TRACER):
                    self.store(name, join(self.env[name], self._held(kind)))

    def _held(self, kind: Kind) -> Kind:
        return {Kind.TRACER: Kind.TREE, Kind.DEVICE: Kind.DEVICE_TREE}.get(kind, kind)

    def part(self, kind: Kind) -> Kind:
        """What unpacking or indexing a value gives."""
        if kind in (Kind.TREE, Kind.DEVICE_TREE, Kind.STATIC, Kind.TRACER, Kind.DEVICE):
            return kind
        return Kind.HOST if kind is Kind.HOST else Kind.UNKNOWN

    def parts(self, iterated: ast.expr, count: int) -> list[Kind] | None:
        """What `for a, b in enumerate(x)` or `zip(x, y)` gives each target."""
        if not isinstance(iterated, ast.Call):
            return None
        if self.facts.names.is_builtin(iterated.func, "enumerate") and count == 2 and iterated.args:
            inner = iterated.args[0]
            return [Kind.STATIC, self.element(self.values.kinds.get(inner, Kind.UNKNOWN), inner)]
        if self.facts.names.is_builtin(iterated.func, "zip") and count == len(iterated.args):
            return [self.element(self.values.kinds.get(a, Kind.UNKNOWN), a) for a in iterated.args]
        return None

    def element(self, kind: Kind, iterated: ast.expr) -> Kind:
        return self.part(kind)

    # -- expressions --------------------------------------------------------------------

    def expr(self, node: ast.expr) -> Kind:
        kind = self._expr(node)
        if self.recording:
            self.values.record(node, kind)
        else:
            self.values.kinds.setdefault(node, kind)
        return kind

    def arithmetic(self, kinds: list[Kind]) -> Kind:
        if any(k in TRACED for k in kinds):
            return Kind.TRACER
        if any(k in ON_DEVICE for k in kinds):
            return Kind.DEVICE
        if all(k is Kind.STATIC for k in kinds):
            return Kind.STATIC
        if all(k in (Kind.STATIC, Kind.HOST) for k in kinds):
            return Kind.HOST
        return Kind.UNKNOWN

    def operation(self, operators: Sequence[ast.AST], kinds: list[Kind]) -> Kind:
        """What operators make of values; of none that is surely one array, what a class says."""
        found = self.arithmetic(kinds)
        if found in ARRAYS and found not in kinds:
            if any(may_be_overloaded(self.facts, operator) for operator in operators):
                return Kind.TREE if found is Kind.TRACER else Kind.DEVICE_TREE
        return found

    def container(self, kinds: list[Kind]) -> Kind:
        if kinds and all(k is Kind.STATIC for k in kinds):
            return Kind.STATIC
        if kinds and all(k in TRACED | {Kind.STATIC} for k in kinds):
            return Kind.TREE
        if kinds and all(k in ON_DEVICE | {Kind.STATIC} for k in kinds):
            return Kind.DEVICE_TREE
        return Kind.UNKNOWN

    def _expr(self, node: ast.expr) -> Kind:
        if isinstance(node, (ast.Constant, ast.JoinedStr)):
            for child in children(node):
                if isinstance(child, ast.FormattedValue):
                    self.expr(child.value)
            return Kind.STATIC
        if isinstance(node, ast.Name):
            return self.name(node)
        if isinstance(node, ast.Attribute):
            return self.attribute(node)
        if isinstance(node, ast.Call):
            return self.call(node)
        if isinstance(node, ast.BinOp):
            left, right = self.expr(node.left), self.expr(node.right)
            if isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant):
                return Kind.STATIC  # "text %s" % x
            appends = isinstance(node.op, ast.Add) and (_shown(node.left) or _shown(node.right))
            if appends and not {left, right} & _ADDS:  # `carry + (x,)`
                return self.container([left, right])
            return self.operation([node.op], [left, right])
        if isinstance(node, ast.UnaryOp):
            kind = self.expr(node.operand)
            if isinstance(node.op, ast.Not):
                return Kind.STATIC if kind is Kind.STATIC else Kind.UNKNOWN
            return self.operation([node.op], [kind])
        if isinstance(node, ast.Compare):
            kinds = [self.expr(node.left), *(self.expr(c) for c in node.comparators)]
            if all(isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops):
                return Kind.STATIC
            if any(isinstance(op, (ast.In, ast.NotIn, ast.Is, ast.IsNot)) for op in node.ops):
                return Kind.STATIC if all(k is Kind.STATIC for k in kinds) else Kind.UNKNOWN
            return self.operation(node.ops, kinds)
        if isinstance(node, ast.BoolOp):
            kinds = [self.expr(v) for v in node.values]
            return reduce(join, kinds)
        if isinstance(node, ast.IfExp):
            self.expr(node.test)
            return join(self.expr(node.body), self.expr(node.orelse))
        if isinstance(node, ast.Subscript):
            kind = self.expr(node.value)
            self.expr(node.slice)
            return self.part(kind)
        if isinstance(node, ast.Slice):
            for bound in filter(None, (node.lower, node.upper, node.step)):
                self.expr(bound)
            return Kind.STATIC
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            kinds = [self.expr(e) for e in node.elts]
            return self.container(kinds) if kinds else Kind.UNKNOWN
        if isinstance(node, ast.Dict):
            kinds = [self.expr(v) for v in node.values]
            for key in filter(None, node.keys):
                self.expr(key)
            return self.container(kinds) if kinds else Kind.UNKNOWN
        if isinstance(node, ast.Starred):
            return self.expr(node.value)
        if isinstance(node, ast.Lambda):
            return Kind.CALLABLE
        if isinstance(node, ast.NamedExpr):
            kind = self.expr(node.value)
            self.assign(node.target, kind, node.value)
            return kind
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            return self.comprehension(node)
        for child in children(node):
            if isinstance(child, ast.expr):
                self.expr(child)
        return Kind.UNKNOWN

    def comprehension(self, node: Comprehension) -> Kind:
        before = dict(self.env)
        for generator in node.generators:
            kind = self.expr(generator.iter)
            stores = dict(self.stores)
            self.assign(generator.target, self.element(kind, generator.iter), None, generator.iter)
            self.stores = stores
            for test in generator.ifs:
                self.expr(test)
        if isinstance(node, ast.DictComp):
            self.expr(node.key)
            kind = self.expr(node.value)
        else:
            kind = self.expr(node.elt)
        self.env = before
        return self.container([kind])

    def name(self, node: ast.Name) -> Kind:
        if node.id in self.env:
            return self.env[node.id]
        scope = self.values.module.scope.get(node)
        holder = scope.holder(node.id) if scope is not None else None
        if holder is None:
            return Kind.STATIC if node.id in ("True", "False", "None") else Kind.UNKNOWN
        if holder.node is self.root:
            return Kind.UNKNOWN  # read before any store that this run has seen
        if all(b.kind == "import" for b in holder.bindings[node.id]):
            return Kind.STATIC
        return self.values.outer(node.id, holder.node)

    def attribute(self, node: ast.Attribute) -> Kind:
        kind = self.expr(node.value)
        dotted = self.facts.names.of(node)
        if dotted is not None and dotted.startswith(("jax.", "numpy.", "math.")):
            return Kind.STATIC
        if kind in ARRAYS or kind is Kind.HOST:
            if node.attr in results.STATIC_ATTRIBUTES:
                return Kind.STATIC
            if node.attr in results.ARRAY_ATTRIBUTES:
                return kind
            # A field of a pytree: it may be static (`state.apply_fn`), so nothing is certain.
            return Kind.UNKNOWN
        return Kind.STATIC if kind is Kind.STATIC else Kind.UNKNOWN

    def call(self, node: ast.Call) -> Kind:
        kinds = [self.expr(a) for a in node.args]
        kinds += [self.expr(k.value) for k in node.keywords]
        func = node.func
        method = self.expr(func.value) if isinstance(func, ast.Attribute) else None
        if isinstance(func, ast.Attribute) and self.recording:
            self.values.record(func, Kind.CALLABLE)
        elif not isinstance(func, ast.Attribute):
            self.expr(func)
        names = self.facts.names
        name = names.of(func)
        if name is not None and name.startswith(("jax.", "numpy.", "optax.", "math.", "flax.")):
            return self.library(name, node, kinds)
        if isinstance(func, ast.Name) and not names.binding(func):
            return self.builtin(func.id, kinds)
        if method in ARRAYS and isinstance(func, ast.Attribute):
            if func.attr in results.TO_HOST_METHODS:
                return Kind.HOST
            if method in (Kind.TRACER, Kind.DEVICE):
                return method
            if func.attr in _ARRAY_METHODS or writes_at(node):
                return Kind.TRACER if method in TRACED else Kind.DEVICE
            return method if func.attr in ("replace", "copy", "block_until_ready") else Kind.UNKNOWN
        callee = calls(self.facts).callee(func)
        if callee is not None and callee.wraps:
            outermost = callee.wraps[0][0]
            of_modules = outermost in ("flax.linen.jit", "flax.linen.vmap")
            arrays = TRANSFORMS[outermost].kind in _GIVES_ARRAYS and not of_modules
            return self.tree if arrays else Kind.UNKNOWN
        if self.staged and callee is not None and callee.node is not None:
            if gives_array(self.facts, callee.node):
                return Kind.TRACER
        compiled = tracing(self.facts).compiled(func)
        return Kind.DEVICE_TREE if compiled and not self.staged else Kind.UNKNOWN

    def builtin(self, name: str, kinds: list[Kind]) -> Kind:
        if name in results.STATIC_BUILTINS:
            return Kind.STATIC
        if name in results.HOST_BUILTINS:
            return Kind.STATIC if all(k is Kind.STATIC for k in kinds) else Kind.HOST
        if name in ("abs", "round", "sum", "pow", "divmod"):
            return self.arithmetic(kinds) if kinds else Kind.UNKNOWN
        if name in ("min", "max"):
            return Kind.STATIC if all(k is Kind.STATIC for k in kinds) else Kind.UNKNOWN
        if name in ("tuple", "list", "reversed", "sorted", "enumerate", "zip") and kinds:
            return self.container(kinds)
        return Kind.UNKNOWN

    def reduced(self, node: ast.Call, kinds: list[Kind]) -> Kind:
        """What a reduction of a tree gives: of one without leaves, what it begins with."""
        named = {
            k.arg: kind for k, kind in zip(node.keywords, kinds[len(node.args) :], strict=True)
        }
        begins = kinds[2] if len(node.args) > 2 else named.get("initializer", self.tree)
        return self.tree if begins in ARRAYS else Kind.UNKNOWN

    def gives_plain(self, function: ast.expr) -> bool:
        """Whether what a function makes of a leaf is certainly no array: a shape, a spec."""
        body = function.body if isinstance(function, ast.Lambda) else None
        if isinstance(body, ast.Attribute):
            return body.attr in results.METADATA
        named = body.func if isinstance(body, ast.Call) else function
        name = self.facts.names.of(named) or ""
        plain = name in results.STATIC_CALLS or name.endswith(".BlockSpec")
        return plain or (isinstance(body, ast.Constant) and not _is_number(body.value))

    def library(self, name: str, node: ast.Call, kinds: list[Kind]) -> Kind:
        first = kinds[0] if node.args else Kind.UNKNOWN
        if name in results.STATIC_CALLS or name.startswith("math."):
            return Kind.STATIC
        if name in results.SAME_AS_FIRST:
            return first
        if name == "jax.device_get":
            return Kind.HOST if not self.staged else first
        if name == "jax.device_put":
            return first if first in TRACED else self.tree
        if name in results.TREE_MAPS:
            if node.args and self.gives_plain(node.args[0]):
                return Kind.UNKNOWN
            rest = [k for k in kinds[1:] if k is not Kind.UNKNOWN]
            return join(rest[0], self.tree) if rest and rest[0] in ARRAYS else Kind.UNKNOWN
        if name in results.REDUCTIONS:
            return self.reduced(node, kinds)
        if name in results.TREES:
            return self.tree
        if name in ("jax.random.PRNGKey", "jax.random.key", "jax.random.split"):
            return self.array
        if any(name.startswith(n) for n in results.NOT_ARRAYS):
            return Kind.UNKNOWN
        if name.startswith(results.ARRAYS) or name in results.ARRAYS_BY_NAME:
            return self.array
        if name in BY_METHOD and first in (Kind.DEVICE, Kind.TRACER, Kind.UNKNOWN):
            return first
        if name.startswith("numpy."):
            static = name == "numpy.prod" and all(k is Kind.STATIC for k in kinds)
            told = name in ("numpy.shape", "numpy.ndim", "numpy.size", "numpy.dtype")
            return Kind.STATIC if static or told else Kind.HOST
        return Kind.UNKNOWN


_GIVES_ARRAYS = frozenset(
    {"jit", "pmap", "vmap", "grad", "value_and_grad", "jacobian", "shard_map"}
)
_ADDS = frozenset({Kind.TRACER, Kind.DEVICE, Kind.HOST})
_ARRAY_METHODS = frozenset(
    {"sum", "mean", "max", "min", "prod", "std", "var", "astype", "reshape", "transpose", "squeeze",
     "flatten", "ravel", "dot", "argmax", "argmin", "any", "all", "cumsum", "cumprod", "clip",
     "round", "conj", "swapaxes", "repeat", "take", "trace", "view", "sort", "argsort", "diagonal"}
)  # fmt: skip


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float, complex))


def _shown(node: ast.expr) -> bool:
    """Whether a list or tuple stands there, which `+` makes longer."""
    return isinstance(node, (ast.Tuple, ast.List, ast.ListComp))
