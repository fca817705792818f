"""Which code runs more than once: loops around a place, and functions that are called often."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.results import TREE_MAPS
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.calls import FOREIGN
from jaxopt_lint.semantics.jax.made_settings import maker_of
from jaxopt_lint.semantics.jax.mentioned import mentioned
from jaxopt_lint.semantics.jax.once import Mention
from jaxopt_lint.semantics.jax.project import is_test_file
from jaxopt_lint.semantics.python import (
    COMPREHENSIONS,
    DEFINITIONS,
    FUNCTIONS,
    LOOPS,
    FunctionNode,
    Loop,
)

# Decorators that keep what a function returns, or make a command of it: it runs once.
_ONCE = frozenset(
    {"functools.cache", "functools.lru_cache", "functools.cached_property",
     "cachetools.cached", "cachetools.cachedmethod", "cachetools.func.lru_cache",
     "streamlit.cache_data", "streamlit.cache_resource", "methodtools.lru_cache",
     "cached_property.cached_property", "hydra.main", "click.command"}
)  # fmt: skip
# What runs the function that it is given as a whole program.
_ENTRIES = frozenset({"absl.app.run", "fire.Fire", "typer.run", "tyro.cli"})
# Decorators of these run the function at each call.
_TRANSPARENT = ("jaxtyping.", "beartype.", "typeguard.", "typing.", "typing_extensions.", "abc.",
                "contextlib.", "functools.wraps", "chex.", "overrides.",
                "torch.no_grad", "torch.inference_mode")  # fmt: skip
_FEW = 4
_DEPTH = 3


def loop_around(facts: Facts, node: ast.AST) -> ast.AST | None:
    """The innermost loop or comprehension of the same function that runs a node in each turn."""
    for child, around in facts.module.way_out(node):
        if isinstance(around, (*FUNCTIONS, ast.ClassDef)):
            return None
        if isinstance(around, LOOPS) and child in around.body:
            return around
        if isinstance(around, ast.While) and child is around.test:
            return around
        if isinstance(around, COMPREHENSIONS) and not isinstance(child, ast.comprehension):
            return around
    return None


def body_loop(facts: Facts, node: ast.AST) -> Loop | None:
    """The innermost loop in whose body a node stands, within its own function."""
    for inner, around in facts.module.way_out(node):
        if isinstance(around, (*FUNCTIONS, ast.ClassDef)):
            return None
        if isinstance(around, LOOPS) and inner in around.body:
            return around
    return None


def short(facts: Facts, home: ast.stmt, loop: ast.AST) -> bool:
    """Whether a loop ends in the turn that reaches a statement, or has a few written-out items."""
    if isinstance(loop, (ast.For, *COMPREHENSIONS)):
        iterated = loop.iter if isinstance(loop, ast.For) else loop.generators[0].iter
        if isinstance(iterated, ast.Call) and iterated.args:
            if facts.names.is_builtin(iterated.func, "enumerate", "zip"):
                iterated = iterated.args[0]
            elif facts.names.is_builtin(iterated.func, "range"):
                bound = iterated.args[-1]
                if isinstance(bound, ast.Constant) and isinstance(bound.value, int):
                    return len(iterated.args) == 1 and bound.value < _FEW
        if isinstance(iterated, (ast.Tuple, ast.List, ast.Dict)):
            return True
    if not isinstance(loop, ast.stmt):
        return False
    later = [home, *facts.module.behind(home)]
    return any(isinstance(s, (ast.Return, ast.Break, ast.Raise)) for s in later)


def guarded(facts: Facts, site: ast.AST, region: ast.AST) -> bool:
    """Whether a test between a region and a node makes it run once only: `if self._f is None`,
    where `self._f` is stored under the test, or a test of a first turn."""
    for child, around in facts.module.way_out(site):
        if around is region:
            return False
        if isinstance(around, ast.If) and child is not around.test:
            stored = {text for n in ast.walk(around) for text in _stored(n)}
            for node in ast.walk(around.test):
                match node:
                    case ast.Compare(left, [ast.Is()]):
                        tested = [left]
                    case ast.Compare(_, [ast.NotIn() | ast.In()], [container]):
                        tested = [container]
                    case ast.UnaryOp(ast.Not(), operand):
                        tested = [operand]
                        if isinstance(operand, ast.Call):
                            return True  # `hasattr(self, "_f")`, or what another one remembers
                    case ast.Compare(_, [ast.Eq()]):
                        if "0" in facts.module.source(around.test):
                            return True
                        continue
                    case _:
                        continue
                if any(text in stored for text in map(ast.unparse, tested)):
                    return True
    return False


def _stored(node: ast.AST) -> list[str]:
    """What a node binds, or fills: the text of it."""
    match node:
        case ast.FunctionDef(name):
            return [name]
        case ast.Subscript(value, _, ast.Store()):
            return [ast.unparse(node), ast.unparse(value)]
        case ast.Name(_, ast.Store()) | ast.Attribute(_, _, ast.Store()):
            return [ast.unparse(node)]
        case ast.Call(ast.Attribute(filled, "add" | "append" | "setdefault" | "update")):
            return [ast.unparse(filled)]
    return []


def often(facts: Facts, function: FunctionNode) -> str | None:
    """Why a function is called many times; None if no loop of the project is seen to call it."""
    found = looped_call(facts, function)
    return (
        f"called in the loop at {facts.at(found[1])}"
        if found is not None
        else often_elsewhere(facts, function)
    )


def often_elsewhere(facts: Facts, function: FunctionNode) -> str | None:
    """Why a function is called many times, where a loop of another file does it."""
    if isinstance(function, ast.Lambda) or kept(facts, function) is not False:
        return None
    return facts.project.looped.get(calls(facts).dotted(function))


def looped_calls_of(facts: Facts) -> list[tuple[str, str]]:
    """The functions of other files that loops of a file call on each turn, with why that is so."""
    out: dict[str, str] = {}
    for call in facts.module.all(ast.Call):
        found = calls(facts).callee(call.func)
        name = found.dotted if found is not None and not found.wraps else None
        if name is None and found is None and isinstance(call.func, ast.Attribute):
            owner = maker_of(facts, call.func.value)
            name = f"{owner}.{call.func.attr}" if owner else None
        if name is None or name.startswith(FOREIGN):
            continue
        loop = _long_loop(facts, call)
        if loop is not None and not in_test(facts, call) and not starts_anew(facts, loop):
            out.setdefault(name, f"called in the loop at {facts.at(loop)}")
    return sorted(out.items())


def looped_call(
    facts: Facts, function: FunctionNode, path: tuple[FunctionNode, ...] = ()
) -> tuple[ast.Call, ast.AST] | None:
    """The call that runs a function, itself or through its callers, on each turn of a loop, and
    that loop.

    Args:
        path: the functions on the way from there, which it calls.
    """
    if isinstance(function, ast.Lambda) or kept(facts, function) is not False:
        return None
    path = (*path, function)
    for call in calls(facts).callers(function):
        caller = facts.module.function(call)
        if in_test(facts, call) or caller in path:
            continue
        loop = _long_loop(facts, call)
        if loop is not None and not starts_anew(facts, loop):
            return call, loop
        if loop is None and caller is not None and len(path) <= _DEPTH:
            found = looped_call(facts, caller, path)
            if found is not None:
                return found
    return None


def starts_anew(facts: Facts, loop: ast.AST) -> bool:
    """Whether each turn throws away what has been compiled, on purpose: it is a run of its own."""
    if "jax.clear_caches" not in mentioned(facts):
        return False
    made = facts.module.inside(ast.Call, loop)
    return any(facts.names.call(call) == "jax.clear_caches" for call in made)


def runs_once(facts: Facts, function: FunctionNode) -> bool:
    """Whether a function is known to run once: all that call it are in sight, as the `main` block
    of a module, in this file or another, and none of them runs again; or a decorator keeps what it
    returns."""
    needs = _once_with(facts, function)
    if needs is None:
        return False
    elsewhere = facts.project.once
    return all(n in elsewhere or (called and not _imported(facts, n)) for n, called in needs)


def once_mentions(facts: Facts) -> list[Mention]:
    """The names that a file takes from others and mentions, each with what has to run once for
    that mention to do so."""
    out: list[Mention] = []
    for scope in facts.module.scopes.values():
        for name, bindings in scope.bindings.items():
            taken = {b.target for b in bindings if b.kind == "import" and b.target}
            taken = {target for target in taken if not f"{target}.".startswith(FOREIGN)}
            if not taken:
                continue
            reads = facts.module.reads(scope, name)
            out += [(target, None) for target in taken if not reads]  # handed on, for others
            out += [found for read in reads if (found := _mention(facts, read)) is not None]
    return out


def _mention(facts: Facts, node: ast.expr) -> Mention | None:
    around = facts.module.parent[node]
    while isinstance(around, ast.Attribute):
        node, around = around, facts.module.parent[around]
    name = facts.names.of(node)
    if name is None or name.startswith(FOREIGN):
        return None
    needs = _with_mention(facts, node, ())
    return name, None if needs is None else tuple(sorted(needs))


def _once_with(
    facts: Facts, function: FunctionNode, path: tuple[FunctionNode, ...] = ()
) -> set[tuple[str, bool]] | None:
    """The functions of the file that have to run once for one to do so, as far as other files
    mention them, each with whether this file calls it; None where it may run again."""
    once = kept(facts, function)
    if once is not False:
        return set() if once else None
    if isinstance(function, ast.Lambda) or facts.module.class_of(function) is not None:
        return None
    mentions = calls(facts).references(function)
    needs = {(calls(facts).dotted(function), bool(mentions))}
    for mention in mentions:
        more = _with_mention(facts, mention, (*path, function))
        if more is None:
            return None
        needs |= more
    return needs


def _with_mention(
    facts: Facts, mention: ast.expr, path: tuple[FunctionNode, ...]
) -> set[tuple[str, bool]] | None:
    """What has to run once for a mention of a function to run it once."""
    call = facts.module.parent[mention]
    if not isinstance(call, ast.Call) or _long_loop(facts, call) is not None:
        return None
    if call.func is not mention and facts.names.call(call) not in _ENTRIES:
        return None
    caller = facts.module.function(call)
    if caller is None:
        return set()
    if caller in path or len(path) > _DEPTH:
        return None
    return _once_with(facts, caller, path)


def sets_up(facts: Facts, node: ast.AST) -> bool:
    """Whether code is known to run once, or once for an object: it stands at the top of a module,
    in a constructor, or in a function that runs once; and in no loop there."""
    function = facts.module.function(node)
    if body_loop(facts, node) is not None:
        return False
    if function is None:
        return True
    if getattr(function, "name", "") in CONSTRUCTORS and facts.module.class_of(function):
        return often(facts, function) is None
    return runs_once(facts, function)


CONSTRUCTORS = ("__init__", "__post_init__", "__new__", "__init_subclass__", "__set_name__")


def _imported(facts: Facts, dotted: str) -> bool:
    """Whether another file takes a name, be it from below the folder that the project lies in."""
    taken = facts.project.imported
    return dotted in taken or any(name.endswith(f".{dotted}") for name in taken)


def _long_loop(facts: Facts, call: ast.Call) -> ast.AST | None:
    """The loop around a call, unless it ends with it or has few turns."""
    loop = loop_around(facts, call)
    return loop if loop and not short(facts, facts.module.statement(call), loop) else None


def mapped(facts: Facts, function: FunctionNode) -> str | None:
    """Why a function runs for each leaf of a tree, or each item of an iterable."""
    found = _maps(facts).get(function)
    if found is None or tracing(facts).staged(facts.module.function(found)) is not None:
        return None
    if in_test(facts, found):
        return None
    return f"called for every leaf by `{facts.module.source(found.func)}` at {facts.at(found)}"


@fact
def _maps(facts: Facts) -> dict[ast.AST, ast.Call]:
    """The functions of this file that are given to a map over leaves or items, with its call."""
    out: dict[ast.AST, ast.Call] = {}
    for call in facts.module.all(ast.Call):
        if facts.names.of(call.func) in TREE_MAPS or facts.names.is_builtin(call.func, "map"):
            callee = calls(facts).callee(call.args[0]) if call.args else None
            if callee is not None and callee.node is not None and not callee.wraps:
                out.setdefault(callee.node, call)
    return out


def in_test(facts: Facts, node: ast.AST) -> bool:
    """Whether code belongs to a test: a function or class that pytest or unittest looks up."""
    tests = _tests(facts)
    if not tests:
        return False
    return node in tests or any(around in tests for around in facts.module.ancestors(node))


@fact
def _tests(facts: Facts) -> frozenset[ast.AST]:
    """The functions and classes of a file that pytest or unittest looks up."""
    out: set[ast.AST] = set()
    for function in facts.module.all(*DEFINITIONS):
        if function.name.startswith("test") and _collected(facts):
            out.add(function)
    for owner in facts.module.all(ast.ClassDef):
        named = owner.name.startswith("Test") and _collected(facts)
        bases = (facts.names.of(base) or "" for base in owner.bases)
        if named or any(base.endswith(".TestCase") for base in bases):
            out.add(owner)
    return frozenset(out)


@fact
def _collected(facts: Facts) -> bool:
    """Whether pytest looks for tests in a file by its name, or the file imports what runs tests."""
    return is_test_file(facts.display) or any(
        f"{m}.".startswith(_TESTING) for m in mentioned(facts)
    )


_TESTING = ("pytest.", "unittest.", "absl.testing.")


def _for_the_session(fixture: ast.expr) -> bool:
    """Whether a fixture is made once; any narrower scope comes again with the next test or file."""
    given = fixture.keywords if isinstance(fixture, ast.Call) else []
    scopes = [k.value for k in given if k.arg == "scope"]
    return any(isinstance(s, ast.Constant) and s.value == "session" for s in scopes)


def kept(facts: Facts, function: FunctionNode) -> bool | None:
    """Whether a decorator lets a function run once; None where one of them may do anything."""
    known: bool | None = False
    for decorator in getattr(function, "decorator_list", ()):
        made = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = facts.names.of(made) or ""
        if name in _ONCE or (name == "pytest.fixture" and _for_the_session(decorator)):
            return True
        builtin = facts.names.is_builtin(made, "staticmethod", "classmethod", "property")
        if not builtin and name not in TRANSFORMS and not name.startswith(_TRANSPARENT):
            known = None
    return known
