"""Where a function object is compiled that is made anew each time the code runs.

JAX finds compiled code by the identity of the function. A lambda, a `partial`, the result of
`jax.grad` or a method read from an object is a new one at each evaluation, so that compiling it
in a loop, or in a function that runs often, compiles every time.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from jaxopt_lint.patterns.another_program import (
    asked_of,
    calls_another,
    for_each_call,
    specialised,
)
from jaxopt_lint.patterns.bound_parts import PARTIALS
from jaxopt_lint.patterns.whole_runs import called_once_here, is_whole_run
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, Wrap, calls, fact, tracing
from jaxopt_lint.semantics.jax.captures import bound_within, captured, rebound
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
from jaxopt_lint.semantics.python import (
    FUNCTIONS,
    LOOPS,
    Binding,
    Definition,
    FunctionNode,
    parameters,
    read_names,
)
from jaxopt_lint.semantics.python.walking import walk


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
        handed_on: besides being called it is handed on, or compiled ahead of time.
        slight: it is quickly compiled, and each turn runs a loop of its own besides.
        within_a_run: each call of the region is a training or a fit of its own, draws a figure, or
            is the only one in sight.
        another: each turn of the loop gives it another function to call.
    """

    node: ast.Call | Definition
    wrap: Wrap
    what: str
    region: ast.AST
    name: str | None
    home: ast.stmt
    method: bool
    why: str = ""
    assumed: tuple[str, ...] = ()
    handed_on: bool = False
    slight: bool = False
    within_a_run: bool = False
    another: bool = False


def in_loops(facts: Facts) -> dict[ast.AST, FreshJit]:
    """What is compiled anew on every iteration of a loop, by site."""
    return {n: f for n, f in _fresh_jits(facts).items() if not isinstance(f.region, FUNCTIONS)}


def in_calls(facts: Facts) -> dict[ast.AST, FreshJit]:
    """What is compiled anew on every call of a function that may be called often, by site."""
    return {n: f for n, f in _fresh_jits(facts).items() if isinstance(f.region, FUNCTIONS)}


@fact
def _fresh_jits(facts: Facts) -> dict[ast.AST, FreshJit]:
    found: dict[ast.AST, FreshJit] = {}
    for wrap in tracing(facts).wraps:
        site: ast.AST | None = wrap.function if wrap.decorator else wrap.site
        if wrap.transform.kind not in ("jit", "pmap") or not isinstance(site, _SITES):
            continue
        if wrap.decorator and facts.module.class_of(site) is not None:
            continue
        made = _look(facts, wrap, site)
        if isinstance(made, FreshJit):
            found[site] = made
        elif made is not None:
            facts.doubt(site, made, early=made is _AT_IMPORT)
    return found


# Methods of these modules but `__call__` are called from anywhere.
_PLAIN = ("nnx", "equinox")
_SITES = (ast.Call, ast.FunctionDef, ast.AsyncFunctionDef)
_AT_IMPORT = "it runs once, when the module is imported"


def _look(facts: Facts, wrap: Wrap, site: ast.Call | Definition) -> FreshJit | str | None:
    """What one site compiles anew, or why it is not known to."""
    around, loop = facts.module.function(site), loop_around(facts, site)
    region = loop or around
    if tracing(facts).staged(around) is not None or in_test(facts, site):
        return "it runs at trace time, or belongs to a test"
    if any(_is_model(facts, f) for f in facts.module.functions(site)):
        return "it is part of a model of NumPyro, which inference runs under a trace"
    used = _use(facts, site)
    if used is None:
        return "what it compiles is kept or handed on, and so may be used again"
    if region is None or isinstance(region, ast.AsyncFunctionDef):
        return _AT_IMPORT
    leaf = mapped(facts, region) if isinstance(region, FUNCTIONS) else None
    if isinstance(region, ast.Lambda) and leaf is None:
        return None
    what = _fresh(facts, wrap, _inside(region))
    if what is None:
        _not_fresh(facts, wrap, site)
        return None
    name, home, handed_on = used
    if guarded(facts, site, region) or (loop is not None and short(facts, home, loop)):
        return "a test around it, or a way out of the loop, lets it run once"
    method = isinstance(wrap.argument, ast.Attribute)
    if not isinstance(region, FUNCTIONS):
        if not specialised(facts, wrap, site, region):
            slight = _is_slight(facts, wrap, site, region)
            another = calls_another(facts, wrap, region)
            return FreshJit(
                site, wrap, what, region, name, home, method, handed_on=handed_on, slight=slight,
                another=another,
            )  # fmt: skip
        if (
            around is None
            or not wrap.inner
            or isinstance(around, (ast.Lambda, ast.AsyncFunctionDef))
        ):
            return "each iteration is taken to compile another program"
        # It compiles one program for each item, and all of them anew on every call.
        region = around
    called = f"`{getattr(region, 'name', 'the lambda')}`"
    why = leaf or often(facts, region)
    if why is not None and leaf is None and looped_call(facts, region) is None:
        # A loop of another file may give it other objects each time, which it compiles.
        asked = asked_of(facts, site)
        asked |= read_names(wrap.argument) if isinstance(wrap.argument, ast.Call) else set()
        why = None if asked.intersection(parameters(region)) else why
    if why is None and runs_once(facts, region):
        return f"all calls of {called} are in sight, and it runs once"
    framework = framework_of(facts, facts.module.class_of(region))
    plain = framework in _PLAIN and getattr(region, "name", "") != "__call__"
    if why is None and framework is not None and not plain:
        return "methods of modules run within a trace, which takes it in"
    if leaf is None and for_each_call(facts, site, region):
        return "each call is taken to compile another program"
    assumed = () if why else (f"{called} is called more than once",)
    if why is None and framework is None and _needless(facts, wrap, site, region):
        why = f"it captures nothing of {called}"
    slight = _is_slight(facts, wrap, site, region)
    if not slight and (looped := looped_call(facts, region)) is not None:
        slight = _is_slight(facts, wrap, *looped)
    within = is_whole_run(facts, region) or (bool(assumed) and called_once_here(facts, region))
    return FreshJit(
        site, wrap, what, region, name, home, method, why or "", assumed, handed_on, slight,
        within,
    )  # fmt: skip


def _is_slight(facts: Facts, wrap: Wrap, site: ast.AST, region: ast.AST) -> bool:
    """Whether next to nothing is compiled, where a turn of the region runs a loop of its own:
    beside all that this does nobody notices the compiler."""
    module = facts.module
    if wrap.function is None or wrap.function not in module.parent:
        return False
    walked = list(ast.walk(wrap.function))
    if any(isinstance(node, LOOPS) for node in walked):
        return False
    called = [node for node in walked if isinstance(node, ast.Call)]
    if not all((facts.names.call(call) or "").startswith(_OPERATIONS) for call in called):
        return False
    if len(called) + sum(isinstance(node, ast.BinOp) for node in walked) > _FEW:
        return False
    ways = set(module.ancestors(site))
    return any(isinstance(n, LOOPS) and n not in ways and n is not region for n in ast.walk(region))


_FEW = 2  # operations, which compile in no time
_OPERATIONS = ("jax.lax.", "jax.numpy.", "jax.random.")


@fact
def _is_model(facts: Facts, function: FunctionNode) -> bool:
    """Whether a function draws samples of a model of NumPyro itself."""
    inside = facts.module.inside(ast.Call, function)
    return any(facts.names.call(call) in _SAMPLES for call in inside)


_SAMPLES = frozenset(
    {"numpyro.sample", "numpyro.plate", "numpyro.deterministic", "numpyro.factor", "numpyro.param"}
)


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
        if name in PARTIALS:
            return "a new `partial`"
        if name == "jax.experimental.checkify.checkify":
            return "the result of `checkify`"
        if calls(facts).produced(node) is not None:
            return f"what `{facts.module.source(node.func)}` makes"
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
    made = facts.names.value(node.value)
    binding = facts.names.only_binding(made.func) if isinstance(made, ast.Call) else None
    owner = binding.node if binding is not None else None
    if not isinstance(owner, ast.ClassDef):
        return False
    for statement in owner.body:
        if isinstance(statement, ast.FunctionDef) and statement.name == node.attr:
            return not statement.decorator_list
    linen = any(facts.names.of(b) == "flax.linen.Module" for b in owner.bases)
    return linen and node.attr in ("apply", "init")


def _inside(region: ast.AST) -> Callable[[Binding], bool]:
    """Whether each turn of a loop, or each run of a function, makes a binding."""
    body = getattr(region, "body", None)
    parts = body if isinstance(body, list) else [region]
    inside = {id(n) for part in parts for n in walk(part)}
    return lambda binding: id(binding.node) in inside and binding.kind != "param"


# -- how it is used -----------------------------------------------------------------------


def _use(facts: Facts, site: ast.AST) -> tuple[str | None, ast.stmt, bool] | None:
    """The name of a compiled function that is called where it is made, the statement of it, and
    whether something else is done with it, too.

    None where it may outlive this run (returned, stored), or is only handed on.
    """
    module = facts.module
    home: ast.stmt
    match site, module.parent.get(site):
        case (ast.FunctionDef(name) | ast.AsyncFunctionDef(name)) as home, _:
            pass
        case _, ast.Call(func) if func is site:
            return None, module.statement(site), False
        case _, ast.Call(_, [first, *_]) as made if first is site and _called(facts, made):
            return None, module.statement(site), True
        case _, ast.Assign([ast.Name(name)]) as home:
            pass
        case _:
            return None
    holder = module.scope[site].holder(name)
    calls_of, others = 0, 0
    for node in module.reads(holder, name):
        around = module.parent[node]
        if around is site or _rewraps(facts, around, name):
            continue  # `step = jax.jit(step)`: the function before it had its name
        if module.function(node) is not module.function(site):
            return None  # called from a function that may outlive this run
        match around:
            case ast.Call(func) if func is node:
                calls_of += 1
            case ast.Call(_, [first, *_]) as made if first is node and _called(facts, made):
                calls_of, others = calls_of + 1, others + 1  # `jax.vmap(step)(batches)`
            case ast.Call() | ast.keyword() | ast.Attribute(_, "lower"):
                others += 1  # what it is handed to gets a new one each time
            case _:
                return None
    return (name, home, others > 0) if calls_of else None


def _called(facts: Facts, made: ast.Call) -> bool:
    """Whether what a transform that compiles nothing makes is called on the spot."""
    transform = TRANSFORMS.get(facts.names.call(made) or "")
    if transform is None or not transform.wrapper or transform.kind in ("jit", "pmap"):
        return False
    around = facts.module.parent.get(made)
    return isinstance(around, ast.Call) and around.func is made


def _rewraps(facts: Facts, call: ast.AST, name: str) -> bool:
    """Whether a transform makes something of a function that takes its name: `f = jax.vmap(f)`."""
    transform = TRANSFORMS.get(facts.names.call(call) or "") if isinstance(call, ast.Call) else None
    match facts.module.parent.get(call):
        case ast.Assign([ast.Name(new)]):
            return transform is not None and transform.wrapper and new == name
    return False


def _needless(facts: Facts, wrap: Wrap, site: ast.AST, function: FunctionNode) -> bool:
    """Whether a compiled function could as well be made once: it captures nothing.

    What an import inside of the function binds is the same at each run.
    """
    what: ast.AST = site if wrap.decorator else wrap.argument or site
    if isinstance(what, ast.Name):
        binding = facts.names.only_binding(what)
        if binding is None:
            return False
        what = binding.value or binding.node
    if not isinstance(what, (*FUNCTIONS, ast.Call)):
        return False
    options = wrap.options.keywords if wrap.options is not None else []
    for part in (what, *(k.value for k in options if k.value is not wrap.argument)):
        own = bound_within(facts.module, part, function)
        for name, holder in captured(facts.module, part):
            imported = all(b.kind == "import" for b in holder.bindings.get(name.id, ()))
            again = rebound(facts.module, name.id) if name.id not in own else not imported
            if again:
                return False
    return True
