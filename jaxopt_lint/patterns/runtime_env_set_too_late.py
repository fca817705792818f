"""What has certainly run before a statement: the import of JAX, the start of its backend."""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Kind, tracing, values
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.certain import made_array
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.facts import Facts

# Packages whose import imports JAX.
_IMPORT_JAX = frozenset(
    {"jax", "flax", "optax", "haiku", "equinox", "chex", "numpyro", "brax", "distrax", "rlax",
     "diffrax", "jaxopt", "orbax", "blackjax", "optimistix", "lineax", "penzai", "levanter",
     "haliax", "evosax", "ott", "clu", "jraph"}
)  # fmt: skip
# Calls after which the backend, and with it what XLA_FLAGS said, is settled.
_STARTING = frozenset(
    {"jax.devices", "jax.local_devices", "jax.device_count", "jax.local_device_count",
     "jax.default_backend", "jax.process_index", "jax.process_count", "jax.device_put",
     "jax.make_mesh", "jax.block_until_ready", "jax.numpy.array", "jax.numpy.asarray",
     "jax.numpy.zeros", "jax.numpy.ones", "jax.numpy.full", "jax.numpy.empty",
     "jax.numpy.arange", "jax.numpy.linspace", "jax.numpy.eye", "jax.numpy.zeros_like",
     "jax.numpy.ones_like", "jax.numpy.full_like", "jax.random.PRNGKey", "jax.random.key",
     "jax.random.split", "jax.random.fold_in", "jax.random.normal", "jax.random.uniform",
     "jax.random.randint", "jax.random.bernoulli", "jax.random.permutation",
     "jax.random.categorical", "flax.nnx.Rngs", "orbax.checkpoint.PyTreeCheckpointer",
     "orbax.checkpoint.PyTreeCheckpointHandler", "orbax.checkpoint.StandardCheckpointer"}
)  # fmt: skip
_DEEP = 2  # imports of what is imported that are followed


@dataclass(frozen=True, slots=True)
class Start:
    """What has started JAX's backend before a statement.

    Attributes:
        statement: the one of this file that did: it calls, or imports what calls.
        call: what was called, as written there.
        place: the file and line of the call, where that is a module that is imported.
    """

    statement: ast.stmt
    call: str
    place: str = ""


def backend_started_by(facts: Facts, statement: ast.stmt) -> Start | None:
    """What has certainly started the backend before a statement: a call of the same scope, or the
    import of a module of the project that makes such a call as it is imported."""
    for call in facts.module.inside(ast.Call, *_before(facts, statement)):
        if facts.names.call(call) in _STARTING:
            return Start(facts.module.statement(call), facts.module.source(call.func))
    row = _first_run(facts, statement)
    for imported in facts.module.tree.body:
        if imported.lineno >= row:
            break
        for name in _imported(facts, imported):
            found = _started_in(facts, name, _DEEP)
            if found is not None:
                other, call = found
                place = f"{other.display}:{call.lineno}"
                return Start(imported, other.module.source(call.func), place)
    return None


def _first_run(facts: Facts, statement: ast.stmt) -> float:
    """The row of the statement at the top of a file by which a statement may be run first: its
    own, or that of a call of the function around it; without end where nothing there calls it."""
    module = facts.module
    rows, work = [], [module.function(statement)]
    if work == [None]:
        return statement.lineno
    for function in work:  # which grows on the way
        for call in calls(facts).callers(function) if function is not None else ():
            around = module.function(call)
            if around is None:
                rows.append(call.lineno)
            elif around not in work:
                work.append(around)
    return min(rows, default=math.inf)


def _imported(facts: Facts, statement: ast.stmt) -> Iterator[str]:
    """The modules, or the things in them, that a statement imports, and the packages of them."""
    if not isinstance(statement, (ast.Import, ast.ImportFrom)):
        return
    for bindings in facts.module.top.bindings.values():
        for binding in bindings:
            if binding.node is statement and binding.target:
                parts = binding.target.split(".")
                yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def _started_in(facts: Facts, module: str, depth: int) -> tuple[Facts, ast.Call] | None:
    """The call that starts the backend when a module of the project is imported."""
    other = elsewhere(facts, module) if module != facts.module.name else None
    if other is None:
        return None
    for statement in other.module.tree.body:
        for call in other.module.inside(ast.Call, *_certain(statement)):
            if other.names.call(call) in _STARTING:
                return other, call
        for name in _imported(other, statement) if depth else ():
            found = _started_in(other, name, depth - 1)
            if found is not None:
                return found
    return None


def started_before(facts: Facts, statement: ast.stmt) -> ast.Call | None:
    """A call that has certainly started JAX's backend before a statement: in its function, in
    functions of the file that are called there, or at the top of the file, of which what stands
    before any function of it is named has run by then."""
    module = facts.module
    before = [_before(facts, statement)]
    if module.function(statement) is not None:
        top = itertools.takewhile(lambda one: not _names_function(facts, one), module.tree.body)
        before.append(node for one in top for node in _certain(one))
    return next(filter(None, (_starting(facts, list(nodes), 3) for nodes in before)), None)


def compiled_before(facts: Facts, statement: ast.stmt) -> ast.Call | None:
    """A call of a jitted function that has certainly run before a statement of its function."""
    for call in facts.module.inside(ast.Call, *_before(facts, statement)):
        if tracing(facts).jitted(call.func) is not None:
            return call
    return None


def started_at_import(facts: Facts) -> ast.Call | None:
    """The call at the top of a file that starts JAX's backend as the file is imported: by itself,
    by an array that it makes, by a function of the file."""
    for statement in facts.module.tree.body:
        nodes = list(_certain(statement))
        for call in facts.module.inside(ast.Call, *nodes):
            if values(facts).kind(call) is Kind.DEVICE and made_array(facts, call):
                return call
        found = _starting(facts, nodes, 3)
        if found is not None:
            return found
    return None


def _starting(facts: Facts, nodes: list[ast.AST], depth: int) -> ast.Call | None:
    """The call among nodes that starts the backend, or calls a function of the file that does."""
    for call in facts.module.inside(ast.Call, *nodes):
        if facts.names.call(call) in _STARTING:
            return call
        function = calls(facts).function(call) if depth else None
        if isinstance(function, ast.FunctionDef):
            inner = [node for one in _straight(function.body) for node in _certain(one)]
            if _starting(facts, inner, depth - 1) is not None:
                return call
    return None


def _straight(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body up to the first that may leave it, into a `try` that does."""
    for one in body:
        leaves = any(isinstance(n, (ast.Return, ast.Raise)) for n in ast.walk(one))
        if isinstance(one, ast.Try) and leaves:
            yield from _straight(one.body)
        elif not leaves or isinstance(one, (ast.Return, ast.If, ast.While, ast.For)):
            yield one  # of which the test, or what a loop goes over, is looked at alone
        if leaves:
            return


def _names_function(facts: Facts, statement: ast.stmt) -> bool:
    """Whether a statement at the top reads the name of a function or class of the file."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return bool(statement.decorator_list) and _reads_own(facts, *statement.decorator_list)
    return _reads_own(facts, statement)


def _reads_own(facts: Facts, *nodes: ast.AST) -> bool:
    read = facts.module.inside(ast.Name, *nodes)
    bound = (b for name in read for b in facts.names.binding(name))
    return any(b.kind in ("def", "class") for b in bound)


def jax_imported_by(facts: Facts, statement: ast.stmt) -> ast.stmt | None:
    """The import of JAX that has certainly run before a statement, looking into functions' files.

    A function's statements run after all that the file does at its top level, but for one that is
    called there.
    """
    row = _first_run(facts, statement)
    for node in facts.module.tree.body:
        if node.lineno >= row:
            break
        if isinstance(node, ast.Import):
            if any(alias.name.split(".")[0] in _IMPORT_JAX for alias in node.names):
                return node
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            if node.module.split(".")[0] in _IMPORT_JAX:
                return node
    return None


def _before(facts: Facts, statement: ast.stmt) -> Iterator[ast.AST]:
    """Everything that has been evaluated before a statement, within its function or module."""
    module = facts.module
    for current, around in module.way_out(statement):
        for block in _blocks(around):
            if current in block:
                for earlier in block[: block.index(current)]:
                    yield from _certain(earlier)
        if isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            return


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield block


def _certain(statement: ast.stmt) -> Iterator[ast.AST]:
    """The expressions that a statement evaluates whatever happens."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        for default in (*statement.args.defaults, *statement.args.kw_defaults):
            if default is not None:
                yield from _plain(default)
        return
    if isinstance(statement, (ast.ClassDef, ast.Try)):
        for inner in statement.body:
            yield from _certain(inner)
        return
    if isinstance(statement, (ast.If, ast.While, ast.Assert)):
        yield from _plain(statement.test)
    elif isinstance(statement, (ast.For, ast.AsyncFor)):
        yield from _plain(statement.iter)
    elif isinstance(statement, (ast.With, ast.AsyncWith)):
        for item in statement.items:
            yield from _plain(item.context_expr)
        for inner in statement.body:
            yield from _certain(inner)
    elif isinstance(statement, (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return)):
        if statement.value is not None:
            yield from _plain(statement.value)


def _plain(expression: ast.expr) -> Iterator[ast.AST]:
    """An expression, unless parts of it may not be evaluated."""
    for node in ast.walk(expression):
        if isinstance(node, (ast.Lambda, ast.IfExp, ast.BoolOp, ast.ListComp, ast.GeneratorExp)):
            return
    yield expression
