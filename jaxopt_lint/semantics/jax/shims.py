"""Code that is written for several releases of JAX, and code that hides what a release lacks.

A *shim* has another way for the releases that lack a name: a `try` that handles the error of a
missing name and offers an alternative from JAX or NumPy, or a test of the version or of the name's
presence. What stands in a shim is meant, and rules about names leave it alone.

A *cover* handles the error of a missing name and offers nothing: the code goes on without it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property

from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.names import Names
from jaxopt_lint.semantics.python import last_part
from jaxopt_lint.semantics.python.walking import children, walk

_IMPORT = {"ImportError", "ModuleNotFoundError"}
_MISSING = _IMPORT | {"AttributeError"}
_BROAD = {"Exception", "BaseException"}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_DEPTH = 3  # how many assignments are followed from a flag to what it was computed from


class Shims:
    """Which code of one file stands in a shim; every `try` and every test is looked at once."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.names = facts.names
        self._tries: dict[ast.AST, bool] = {}
        self._tests: dict[ast.AST, tuple[bool, frozenset[str]]] = {}

    def holds(self, node: ast.AST) -> bool:
        """Whether code stands where another release of JAX has another way."""
        for child, around in self.names.module.way_out(node):
            if isinstance(around, ast.Try):
                if child in around.body and self._tried(around, around):
                    return True
                if isinstance(child, ast.ExceptHandler) and self._tried(child, around):
                    return True
            elif isinstance(around, (ast.If, ast.IfExp)):
                if child is not around.test and self.asked(around.test, node):
                    return True
            elif isinstance(around, ast.BoolOp) and isinstance(child, ast.expr):
                # `hasattr(jax, "name") and jax.name`: the rest is read where it is there.
                earlier = around.values[: around.values.index(child)]
                if any(self.asked(value, node) for value in earlier):
                    return True
            if around in self._leaving and isinstance(child, ast.stmt):
                for test in self._leaving[around]:
                    behind = test.lineno < child.lineno
                    if behind and child in self.names.module.block_of(test):
                        if self.asked(test.test, node):
                            return True
        return False

    def asked(self, test: ast.expr, node: ast.AST | None = None) -> bool:
        """Whether a condition asks for the version of JAX, or whether JAX has a name.

        Args:
            node: what the condition guards; `hasattr(x, "name")` counts for `x.name`.
        """
        if test not in self._tests:
            calls = [n for n in walk(test) if isinstance(n, ast.Call) and n.args]
            tests = (c for c in calls if self.names.is_builtin(c.func, "hasattr", "getattr"))
            present = [ast.dump(call.args[0]) for call in tests]
            self._tests[test] = _asks(self.facts, test, _DEPTH), frozenset(present)
        of_jax, present_in = self._tests[test]
        if of_jax or not present_in or not isinstance(node, ast.expr):
            return of_jax
        parts = [part for part in walk(node) if isinstance(part, ast.expr)]
        return any(ast.dump(part) in present_in for part in parts)

    def _tried(self, key: ast.Try | ast.ExceptHandler, around: ast.Try) -> bool:
        if key not in self._tries:
            tried = _is_shim(self.names, around) if key is around else None
            self._tries[key] = _guards_jax(self.names, around, key) if tried is None else tried
        return self._tries[key]

    @cached_property
    def _leaving(self) -> dict[ast.AST, list[ast.If]]:
        """By the node around them, the tests behind which the rest of the block is the other way:
        `if hasattr(jax, "tree"): return jax.tree.map(...)`."""
        out: dict[ast.AST, list[ast.If]] = {}
        for node in self.names.module.all(ast.If):
            if node.orelse or not isinstance(node.body[-1], _LEAVES):
                continue
            if self.asked(node.test) or self._tests[node.test][1]:
                out.setdefault(self.names.module.parent[node], []).append(node)
        return out


@fact
def _shims(facts: Facts) -> Shims:
    """Which code is written for several releases of JAX."""
    return Shims(facts)


def in_shim(facts: Facts, node: ast.AST) -> bool:
    """Whether code stands where another release of JAX has another way."""
    return _shims(facts).holds(node)


def cover(names: Names, node: ast.AST) -> ast.ExceptHandler | ast.With | ast.AsyncWith | None:
    """The handler, or the `with suppress(...)`, that swallows the error when a name is missing.

    A handler that raises does not swallow, and code in a function runs behind the `try` around it.
    """
    is_import = isinstance(node, (ast.alias, ast.Import, ast.ImportFrom))
    caught = (_IMPORT if is_import else {"AttributeError"}) | _BROAD
    for child, around in names.module.way_out(node):
        if isinstance(around, _FUNCTIONS):
            return None
        if isinstance(around, ast.Try) and child in around.body:
            for handler in around.handlers:
                if caught & _exceptions(handler.type):
                    return None if _raises(handler) else handler
        if isinstance(around, (ast.With, ast.AsyncWith)) and child in around.body:
            for item in around.items:
                call = item.context_expr
                if isinstance(call, ast.Call) and names.of(call.func) == "contextlib.suppress":
                    if any(caught & _exceptions(a) for a in call.args):
                        return around
    return None


# -- tries --------------------------------------------------------------------------------


def _is_shim(names: Names, around: ast.Try) -> bool:
    """Whether a `try` has another way where its body fails for want of a name."""
    bound = _bound(around.body)
    for handler in around.handlers:
        caught = _exceptions(handler.type)
        if not caught & _MISSING and not (caught & _BROAD and _only_binds(around.body)):
            continue
        if _raises(handler):
            continue
        offered = [*handler.body, *around.orelse]
        if any(_offers(names, statement, bound) for statement in offered):
            return True
        # `jax.name` by itself is read to see whether it is there; a flag keeps the answer.
        asked = any(isinstance(getattr(s, "value", None), ast.Attribute) and isinstance(s, ast.Expr)
                    for s in around.body)  # fmt: skip
        if asked and _bound(handler.body) & bound:
            return True
    return False


def _guards_jax(names: Names, around: ast.Try, handler: ast.AST) -> bool:
    """Whether a handler is the other way for a body that needs something of JAX."""
    assert isinstance(handler, ast.ExceptHandler)
    caught = _exceptions(handler.type)
    if not caught & _MISSING and not (caught & _BROAD and _only_binds(around.body)):
        return False
    return any(
        _from_jax(target) for statement in around.body for target in _dotted(names, statement)
    )


def _exceptions(node: ast.expr | None) -> set[str]:
    """The names of the exceptions that a handler is for."""
    if node is None:
        return {"BaseException"}
    return {last_part(n) for n in walk(node)} - {""}


def _raises(handler: ast.ExceptHandler) -> bool:
    return isinstance(handler.body[-1], ast.Raise)


def _only_binds(body: Sequence[ast.stmt]) -> bool:
    """Whether a body imports and names things, and calls nothing that could fail otherwise."""
    return any(isinstance(s, (ast.Import, ast.ImportFrom)) for s in body) and all(
        isinstance(s, (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef))
        or (isinstance(s, (ast.Assign, ast.AnnAssign)) and not _calls(s))
        for s in body
    )


def _calls(node: ast.AST) -> bool:
    return any(isinstance(n, ast.Call) for n in walk(node))


def _offers(names: Names, statement: ast.stmt, bound: set[str]) -> bool:
    """Whether a statement takes something from JAX or NumPy, or makes up for a missing name."""
    if isinstance(statement, (ast.Raise, ast.Pass)):
        return False
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)) and statement.name in bound:
        return True
    if isinstance(statement, (ast.Import, ast.ImportFrom)) and _bound([statement]) & bound:
        return True
    if isinstance(statement, ast.Assign) and not isinstance(statement.value, ast.Constant):
        if _bound([statement]) & bound:
            return True
    return any(
        _from_jax(name) or name.split(".")[0] == "numpy"
        for name in _dotted(names, statement)
        if not _is_version(name)
    )


def _bound(body: Sequence[ast.stmt]) -> set[str]:
    """The names that statements bind, those in blocks included, those in functions not."""
    out: set[str] = set()
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            out |= {a.asname or a.name.split(".")[0] for a in node.names}
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            out.add(node.name)
            continue
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            out.add(node.id)
        todo += children(node)
    return out


def _dotted(names: Names, statement: ast.stmt) -> Iterator[str]:
    """What a statement imports or reads by a dotted name, what it raises left out."""
    todo: list[ast.AST] = [statement]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Raise):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = names.module.import_target(node.module, node.level)
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, (ast.Attribute, ast.Name)):
            found = names.of(node)
            if found is not None and isinstance(node.ctx, ast.Load):
                yield found
                continue
        todo += children(node)


# -- tests --------------------------------------------------------------------------------


def _asks(facts: Facts, test: ast.AST, depth: int) -> bool:
    """Whether an expression, or what its names were computed from, asks about JAX."""
    names = facts.names
    for part in walk(test):
        if isinstance(part, ast.Call) and (_has(names, part) or _metadata(names, part)):
            return True
        if _looks_at(names, part):
            return True
        if isinstance(part, (ast.Name, ast.Attribute)):
            dotted = names.of(part)
            if dotted is not None and _is_version(dotted):
                return True
            if dotted is not None and depth and _asked_elsewhere(facts, dotted, depth):
                return True
        if isinstance(part, ast.Compare):
            if _compares_releases(names, part) or _is_for_old_pythons(names, part):
                return True
        if isinstance(part, ast.Name) and depth:
            for binding in names.binding(part):
                source = binding.value
                if binding.kind == "def" and isinstance(binding.node, ast.FunctionDef):
                    returned = list(names.module.inside(ast.Return, binding.node))
                    source = returned[0].value if len(returned) == 1 else None
                if source is not None and source is not test:
                    if _asks(facts, source, depth - 1) or _tried_out(names, source):
                        return True
    return False


def _asked_elsewhere(facts: Facts, dotted: str, depth: int) -> bool:
    """Whether a name stands for what another file of the project has asked so."""
    home, _, name = dotted.rpartition(".")
    there = elsewhere(facts, home) if home in facts.project.texts else None
    bindings = there.module.top.bindings.get(name, ()) if there is not None else ()
    values = [b.value for b in bindings if b.value is not None]
    return there is not None and any(
        _asks(there, value, depth - 1) or _tried_out(there.names, value) for value in values
    )


def _tried_out(names: Names, value: ast.AST) -> bool:
    """Whether a flag is set where a `try` has found out what JAX has: True in it, False else."""
    if not isinstance(value, ast.Constant) or not isinstance(value.value, bool):
        return False
    for around in names.module.ancestors(value):
        if isinstance(around, _FUNCTIONS):
            return False
        if isinstance(around, ast.Try):
            caught = {e for handler in around.handlers for e in _exceptions(handler.type)}
            # `import jax` asks whether there is any JAX, and not which.
            taken = {n for s in around.body for n in _dotted(names, s) if _from_jax(n)}
            return bool(caught & (_MISSING | _BROAD)) and any(n not in _WHOLE for n in taken)
    return False


_WHOLE = frozenset({"jax", "jax.numpy", "jaxlib"})


def _is_version(dotted: str) -> bool:
    """`jax.__version__`, `jax.version.__version_info__`, `jaxlib.version`."""
    last = dotted.rpartition(".")[2]
    return _from_jax(dotted) and last in ("__version__", "__version_info__", "version")


def _compares_releases(names: Names, test: ast.Compare) -> bool:
    """Whether what another module says is compared with a release before 1.0, as those of JAX:
    `JAX_VERSION >= (0, 4, 36)`.
    """
    if not any(_is_release(names, side) for side in (test.left, *test.comparators)):
        return False
    parts = [n for n in walk(test) if isinstance(n, (ast.Name, ast.Attribute))]
    inner = {id(part.value) for part in parts if isinstance(part, ast.Attribute)}
    said = {names.of(part) or "packaging." for part in parts if id(part) not in inner}
    # `flax.__version__` is of another library.
    return any(not s.startswith("packaging.") and not s.endswith("__version__") for s in said)


def _is_for_old_pythons(names: Names, test: ast.Compare) -> bool:
    """`sys.version_info < (3, 9)`, with which the releases of JAX end that can be installed."""
    before = isinstance(test.ops[0], (ast.Lt, ast.LtE))
    return before and names.of(test.left) == "sys.version_info"


def _is_release(names: Names, node: ast.expr) -> bool:
    if isinstance(node, ast.Call) and len(node.args) == 1:
        return (names.of(node.func) or "").startswith("packaging.version.")
    values = [e.value if isinstance(e, ast.Constant) else None for e in getattr(node, "elts", ())]
    return len(values) > 1 and values[0] == 0 and all(type(v) is int for v in values)


def _has(names: Names, call: ast.Call) -> bool:
    """Whether a call asks whether something of JAX has an attribute.

    `getattr(jax, "process_count", one)()` is no question: what it gives is called, and its result
    says nothing of the release.
    """
    if not names.is_builtin(call.func, "hasattr", "getattr") or not call.args:
        return False
    around = names.module.parent[call]
    if isinstance(around, ast.Call) and around.func is call:
        return False
    return _from_jax(names.of(call.args[0]) or "")


def _metadata(names: Names, call: ast.Call) -> bool:
    """Whether a call asks the packages that are installed for the version of JAX."""
    dotted = names.of(call.func) or ""
    if not dotted.startswith(("importlib.metadata.", "importlib_metadata.", "pkg_resources.")):
        return False
    given = call.args[0] if call.args else None
    return isinstance(given, ast.Constant) and given.value in ("jax", "jaxlib")


def _looks_at(names: Names, part: ast.AST) -> bool:
    """Whether a test looks at how a function of JAX is written: `inspect.signature(jax.jit)`,
    `jax.ffi.ffi_call.__annotations__`."""
    match part:
        case ast.Call(func, [of, *_]) if (names.of(func) or "").startswith("inspect."):
            return _from_jax(names.of(of) or "")
        case ast.Attribute(of, name) if name in _WRITTEN:
            return _from_jax(names.of(of) or "")
    return False


_WRITTEN = frozenset({"__annotations__", "__code__", "__signature__", "__kwdefaults__", "__doc__"})


def _from_jax(dotted: str) -> bool:
    return dotted.split(".")[0] in ("jax", "jaxlib")
