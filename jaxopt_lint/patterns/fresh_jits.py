"""Where a function object is compiled that is made anew each time the code runs.

JAX finds compiled code by the identity of the function. A lambda, a `partial`, the result of
`jax.grad` or a method read from an object is a new one at each evaluation, so that compiling it
in a loop, or in a function that runs often, compiles every time.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.captures import bound_within, captured, rebound, varying
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.recurrence import (
    guarded,
    in_test,
    loop_around,
    looped_call,
    mapped,
    often,
    runs_once,
    short,
)
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.jax.wraps import Wrap
from jaxopt_lint.semantics.python.scopes import FUNCTIONS, Binding, FunctionNode
from jaxopt_lint.semantics.python.signatures import arguments


@dataclass(frozen=True, slots=True, eq=False)
class FreshJit:
    """One place where something fresh is compiled and then called.

    Attributes:
        node: the call of the transform, or the definition that is decorated with it.
        wrap: what is applied.
        what: the fresh thing, in words.
        region: the loop, or the function, whose every run makes a new one.
        name: the name that the compiled function is given; None where it is called on the spot.
        home: the statement that gives the name; where there is none, the one that holds the call.
        method: what is compiled is a method, read from an object.
        why: why the region runs more than once, or need not compile; empty for loops.
        assumed: what is taken for granted, where nobody is seen to call the region often.
    """

    node: ast.Call | ast.FunctionDef | ast.AsyncFunctionDef
    wrap: Wrap
    what: str
    region: ast.AST
    name: str | None
    home: ast.stmt
    method: bool
    why: str = ""
    assumed: str = ""


def in_loops(facts: Facts) -> dict[ast.AST, FreshJit]:
    """What is compiled anew on every iteration of a loop, by site."""
    return _all(facts)[0]


def in_calls(facts: Facts) -> dict[ast.AST, FreshJit]:
    """What is compiled anew on every call of a function that is called often, by site."""
    return _all(facts)[1]


_Found = tuple[dict[ast.AST, FreshJit], dict[ast.AST, FreshJit]]


@fact
def _all(facts: Facts) -> _Found:
    found: _Found = ({}, {})
    for wrap in tracing(facts).wraps:
        if wrap.transform.kind in ("jit", "pmap"):
            _look(facts, wrap, found)
    return found


def _look(facts: Facts, wrap: Wrap, found: _Found) -> None:
    module = facts.module
    site: ast.AST | None = wrap.function if wrap.decorator else wrap.site
    if not isinstance(site, (ast.Call, ast.FunctionDef, ast.AsyncFunctionDef)):
        return
    if wrap.decorator and module.class_of(site) is not None:
        return
    around = module.function(site)
    if tracing(facts).staged(around) is not None or in_test(facts, site):
        facts.doubt(site, "it runs at trace time, or belongs to a test")
        return
    used = _use(facts, site)
    if used is None:
        facts.doubt(site, "what it compiles is kept or handed on, and so may be used again")
        return
    name, home = used
    method = isinstance(wrap.argument, ast.Attribute)
    loop = loop_around(facts, site)
    what: str | None
    if loop is not None:
        what = _fresh(facts, wrap, _inside_loop(loop))
        if what is None:
            _not_fresh(facts, wrap, site)
            return
        if guarded(facts, site, loop) or short(facts, home, loop):
            facts.doubt(site, "a test around it, or a way out of the loop, lets it run once")
        elif _specialised(facts, wrap, site, loop):
            facts.doubt(site, "each iteration is taken to compile another program")
        else:
            found[0][site] = FreshJit(site, wrap, what, loop, name, home, method)
        return
    if around is None or isinstance(around, ast.AsyncFunctionDef):
        facts.doubt(site, "it runs once, when the module is imported", early=True)
        return
    leaf = mapped(facts, around)
    if isinstance(around, ast.Lambda) and leaf is None:
        return
    what = _fresh(facts, wrap, _inside_function(around))
    if what is None:
        _not_fresh(facts, wrap, site)
        return
    if guarded(facts, site, around):
        facts.doubt(site, "a test around it lets it run once")
        return
    why = leaf or often(facts, around)
    if why is None and runs_once(facts, around):
        facts.doubt(site, "all calls of {} are in sight, and it runs once", around)
    elif why is None and framework_of(facts, module.class_of(around)) is not None:
        facts.doubt(site, "methods of modules run within a trace, which takes it in")
    elif leaf is None and _for_each_call(facts, site, around):
        facts.doubt(site, "each call is taken to compile another program")
    else:
        assumed = "" if why else f"`{getattr(around, 'name', '')}` is called more than once"
        why = why or _needless(facts, wrap, site, around) or ""
        fresh = FreshJit(site, wrap, what, around, name, home, method, why, assumed)
        found[1][site] = fresh


def _not_fresh(facts: Facts, wrap: Wrap, site: ast.AST) -> None:
    """Say that what is compiled is not known to be new at each run."""
    if wrap.argument is None:
        return
    what = "{} is not known to be a new function at each run, for which JAX would compile anew"
    if isinstance(wrap.argument, ast.Call):
        what = "what {} returns is not known to be a new function at each run"
    facts.doubt(site, what, wrap.argument)


# -- what is fresh ------------------------------------------------------------------------


def _fresh(facts: Facts, wrap: Wrap, inside: Callable[[Binding], bool]) -> str | None:
    """What is new at each run, in words; `inside` tells bindings that each run makes anew."""
    if wrap.decorator:
        return f"`{getattr(wrap.function, 'name', '')}`, which is defined anew,"
    return _fresh_expr(facts, wrap, wrap.argument, inside) if wrap.argument is not None else None


def _fresh_expr(
    facts: Facts, wrap: Wrap, node: ast.expr, inside: Callable[[Binding], bool]
) -> str | None:
    if isinstance(node, ast.Lambda):
        return "a new lambda"
    if isinstance(node, ast.Call):
        name = facts.names.call(node)
        if name in ("functools.partial", "jax.tree_util.Partial"):
            return "a new `partial`"
        if name == "jax.experimental.checkify.checkify":
            return "the result of `checkify`"
        transform = TRANSFORMS.get(name or "")
        if name and transform is not None and transform.wrapper and not transform.lifted:
            return f"the result of `{name.removeprefix('jax.')}`"
        return None
    if isinstance(node, ast.Attribute):
        # pmap looks through bound methods; what other libraries make of them is theirs.
        if wrap.transform.lifted or wrap.transform.kind != "jit" or not _is_method(facts, node):
            return None
        return f"the method `{facts.module.source(node)}`, a new object each time,"
    if isinstance(node, ast.Name):
        bindings = [b for b in facts.names.binding(node) if b.kind != "declare"]
        if not bindings or not all(inside(b) for b in bindings):
            return None
        for binding in bindings:
            if binding.kind == "def":
                continue
            if binding.kind != "assign" or binding.value is None:
                return None
            if isinstance(binding.value, ast.Name) or not _fresh_expr(
                facts, wrap, binding.value, inside
            ):
                return None
        return f"`{node.id}`, which is made anew,"
    return None


def _is_method(facts: Facts, node: ast.Attribute) -> bool:
    """Whether an attribute is certainly a method, read from an object."""
    if isinstance(node.value, ast.Call):
        # What `super()` has is a method: values that are stored belong to the object.
        return facts.names.is_builtin(node.value.func, "super")
    if not isinstance(node.value, ast.Name):
        return False
    if facts.module.is_self(node.value):
        callee = calls(facts).callee(node)
        return callee is not None and callee.bound == 1 and callee.fresh and not callee.wraps
    bindings = facts.names.binding(node.value)
    if len(bindings) != 1 or not isinstance(bindings[0].value, ast.Call):
        return False
    maker = bindings[0].value.func
    if not isinstance(maker, ast.Name):
        return False
    owners = facts.names.binding(maker)
    if len(owners) != 1 or not isinstance(owners[0].node, ast.ClassDef):
        return False
    owner = owners[0].node
    for statement in owner.body:
        if isinstance(statement, ast.FunctionDef) and statement.name == node.attr:
            return not statement.decorator_list
    linen = any(facts.names.of(b) == "flax.linen.Module" for b in owner.bases)
    return linen and node.attr in ("apply", "init")


def _inside_loop(loop: ast.AST) -> Callable[[Binding], bool]:
    body = getattr(loop, "body", None)
    parts = body if isinstance(body, list) else [loop]
    inside = {id(n) for part in parts for n in ast.walk(part)}
    return lambda binding: id(binding.node) in inside


def _inside_function(function: ast.AST) -> Callable[[Binding], bool]:
    inside = {id(n) for n in ast.walk(function)} - {id(function)}
    return lambda binding: id(binding.node) in inside and binding.kind != "param"


# -- how it is used -----------------------------------------------------------------------


def _use(facts: Facts, site: ast.AST) -> tuple[str | None, ast.stmt] | None:
    """The name of a compiled function that is only ever called, and the statement of it.

    None where it is kept (returned, stored, handed on) or compiled ahead of time.
    """
    module = facts.module
    parent = module.parent.get(site)
    home: ast.stmt
    if isinstance(site, (ast.FunctionDef, ast.AsyncFunctionDef)):
        name, home = site.name, site
    elif isinstance(parent, ast.Call) and parent.func is site:
        return None, module.statement(site)
    elif (
        isinstance(parent, ast.Assign)
        and len(parent.targets) == 1
        and isinstance(parent.targets[0], ast.Name)
    ):
        name, home = parent.targets[0].id, parent
    else:
        return None
    holder = module.scope[site].holder(name)
    called = 0
    for node in module.held(holder, name):
        if not isinstance(node.ctx, ast.Load):
            continue
        around = module.parent[node]
        if not (isinstance(around, ast.Call) and around.func is node):
            return None
        if module.function(node) is not module.function(site):
            return None  # called from a function that may outlive this run
        called += 1
    return (name, home) if called else None


def _specialised(facts: Facts, wrap: Wrap, site: ast.AST, loop: ast.AST) -> bool:
    """Whether each iteration compiles another program, as far as can be seen."""
    if wrap.options is not None:
        values = [k.value for k in wrap.options.keywords if k.value is not wrap.argument]
        if any(varying(facts, value, loop) for value in values):
            return True
    made = wrap.argument
    while isinstance(made, ast.Name):
        made = facts.names.value(made)
    if isinstance(made, ast.Call) and varying(facts, made, loop):
        return True  # `partial(f, size)`, `vmap(layer)`: made for this iteration
    differ = varying(facts, site, loop)
    for name, _ in captured(facts.module, site):
        around = facts.module.parent[name]
        called = isinstance(around, ast.Call) and around.func is name
        if name.id in differ and (called or isinstance(around, ast.Attribute)):
            return True
    return False


def _for_each_call(facts: Facts, site: ast.AST, region: FunctionNode) -> bool:
    """Whether a loop gives the region another function or object each time, which it compiles."""
    found = looped_call(facts, region)
    callee = calls(facts).callee(found[0].func) if found is not None else None
    if found is None or callee is None or callee.node is not region:
        return False
    call, loop = found
    given = dict(arguments(call, region, callee.bound))
    for name, _ in captured(facts.module, site):
        around = facts.module.parent[name]
        called = isinstance(around, ast.Call) and around.func is name
        if (called or isinstance(around, ast.Attribute)) and name.id in given:
            if varying(facts, given[name.id], loop):
                return True
    return False


def _needless(facts: Facts, wrap: Wrap, site: ast.AST, function: FunctionNode) -> str | None:
    """Why a compiled function could as well be made once: it captures nothing."""
    if isinstance(function, ast.Lambda):
        return None
    what: ast.AST = site if wrap.decorator else wrap.argument or site
    if isinstance(what, ast.Name):
        bindings = facts.names.binding(what)
        if len(bindings) != 1 or bindings[0].kind not in ("def", "assign"):
            return None
        made = bindings[0].value if bindings[0].kind == "assign" else None
        what = made.args[0] if isinstance(made, ast.Call) and made.args else bindings[0].node
    if not isinstance(what, FUNCTIONS):
        return None
    options = wrap.options.keywords if wrap.options is not None else []
    for part in (what, *(k.value for k in options if k.value is not wrap.argument)):
        if bound_within(facts.module, part, function):
            return None
        if any(rebound(facts.module, n.id) for n, _ in captured(facts.module, part)):
            return None
    return f"it captures nothing of `{function.name}`"
