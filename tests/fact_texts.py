"""What each public fact says of a file, as short texts on the rows of the nodes that it is about.

`TEXTS` has a function for each fact: of the file and of the fact's value, for facts that take
nothing else, it makes pairs of a node and a text in the words of the file. A fact that answers
questions is asked about what its sample files hold: every call, every loop, every string that
stands alone as a statement.
"""

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from jaxopt_lint.dev.factlist import public
from jaxopt_lint.patterns.name_not_in_module import Lacking
from jaxopt_lint.semantics.jax.api import history
from jaxopt_lint.semantics.jax.api.companions import library
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.machine.traced import told
from jaxopt_lint.semantics.jax.uncalled import Uncalled
from jaxopt_lint.semantics.python.fact import Fact

Said = Iterator[tuple[ast.AST, str]]
TEXTS: dict[str, Callable[[Facts, Any], Said]] = {}
OWN = {"tracing", "values"}  # tests/test_facts.py has tests of these, in their own words


def keys() -> dict[str, Fact[Any, ..., Any]]:
    """The public facts by name; two of one name by their modules', too."""
    facts = public()
    names = [fact.__name__ for fact in facts]
    return {
        fact.__name__
        if names.count(fact.__name__) == 1
        else f"{fact.__module__.rpartition('.')[2]}.{fact.__name__}": fact
        for fact in facts
    }


def said(facts: Facts, key: str) -> Said:
    """What a fact says of a file."""
    fact = keys()[key]
    if fact.function.__code__.co_argcount > 1 or fact.function.__code__.co_flags & 4:
        yield from TEXTS[key](facts, lambda *arguments: fact(facts, *arguments))
    else:
        yield from TEXTS[key](facts, fact(facts))


Text = Callable[[Facts, Any], Said]


def text(name: str) -> Callable[[Text], Text]:
    """Say how a fact is shown."""

    def keep(function: Text) -> Text:
        TEXTS[name] = function
        return function

    return keep


def by_node(name: str, show: Callable[[Callable[[ast.AST], str], Any], str]) -> None:
    """Show a fact that maps nodes to values, or lists values with nodes: a text for each value."""

    def made(facts: Facts, value: Any) -> Said:
        pairs = value.items() if isinstance(value, Mapping) else ((v.node, v) for v in value)
        for node, item in pairs:
            yield node, show(facts.module.source, item)

    TEXTS[name] = made


def called(function: ast.AST) -> str:
    return getattr(function, "name", "lambda")


def functions(facts: Facts) -> Iterator[ast.FunctionDef]:
    return facts.module.all(ast.FunctionDef)


def alone(facts: Facts) -> Iterator[ast.expr]:
    """The expressions that are statements."""
    return (statement.value for statement in facts.module.all(ast.Expr))


# -- jax ----------------------------------------------------------------------------------


@text("applied")
def _(facts: Facts, value: Any) -> Said:
    for function, wraps in value.by_function.items():
        yield function, " and ".join(wrap.name for wrap in wraps)


@text("calls")
def _(facts: Facts, value: Any) -> Said:
    for call in facts.module.all(ast.Call):
        callee = value.callee(call.func)
        if callee is not None:
            name = called(callee.node) if callee.node is not None else str(callee.dotted)
            bound = f", {callee.bound} given" if callee.bound else ""
            yield call, " of ".join([*(w for w, _ in callee.wraps), name]) + bound


@text("demo_rows")
def _(facts: Facts, rows: frozenset[int]) -> Said:
    for statement in facts.module.all(ast.Assign, ast.For, ast.Expr):
        if statement.lineno in rows:
            yield statement, "shown"


@text("unreached_rows")
def _(facts: Facts, rows: frozenset[int]) -> Said:
    shown = (ast.Assign, ast.Return, ast.Expr, ast.FunctionDef, ast.JoinedStr)
    for node in facts.module.all(*shown):
        if node.lineno in rows:
            yield node, "unreached"


@text("uncalled_rows")
def _(facts: Facts, rows: Uncalled) -> Said:
    methods = (f for c in facts.module.all(ast.ClassDef) for f in c.body)
    for statement in (*facts.module.tree.body, *methods):
        if statement.lineno in {**rows.heads, **rows.of_programs}:
            yield statement, "uncalled"


@text("defined_elsewhere")
def _(facts: Facts, ask: Any) -> Said:
    for call in facts.module.all(ast.Call):
        if found := ask(call.func):
            home, node = found
            kind = "class" if isinstance(node, ast.ClassDef) else "def"
            yield call, f"{kind} {node.name} of {home.module.name}"


@text("lacking")
@text("dead_imports")
def _(facts: Facts, found: tuple[Lacking, ...]) -> Said:
    for one in found:
        yield one.node, f"{one.name} of {one.module}"


@text("retired_rows")
def _(facts: Facts, rows: frozenset[int]) -> Said:
    kinds = (ast.Assign, ast.Return, ast.FunctionDef, ast.ClassDef)
    for statement in facts.module.all(*kinds):
        if statement.lineno in rows:
            yield statement, "retired"
        for made in getattr(statement, "decorator_list", ()):
            if made.lineno in rows:
                yield made, "retired"


@text("framework_of")
def _(facts: Facts, ask: Any) -> Said:
    for owner in facts.module.all(ast.ClassDef):
        if framework := ask(owner):
            yield owner, framework


@text("mentioned")
def _(facts: Facts, found: frozenset[str]) -> Said:
    yield next(facts.module.all(ast.Import)), ", ".join(sorted(found))


@text("naming")
def _(facts: Facts, value: Any) -> Said:
    for asked in alone(facts):
        if isinstance(asked, ast.Constant):
            here, there = value.taken(asked, asked.value), value.anywhere(asked.value)
            yield asked, "taken" if here else "elsewhere" if there else "free"


by_node("staged", lambda source, why: why)
by_node("differentiated", lambda source, why: why)


@text("taken_elsewhere")
def _(facts: Facts, value: Any) -> Said:
    for name in value:
        yield facts.module.top.bindings[name][0].node, name


@text("wraps")
def _(facts: Facts, value: Any) -> Said:
    for wrap in value:
        of = called(wrap.function) if wrap.function is not None else wrap.dotted or "unknown"
        yield wrap.site, f"{wrap.name} of {of}"


@text("traced")
def _(facts: Facts, ask: Any) -> Said:
    for function in functions(facts):
        for node, event in ask(function).asked.items():
            yield node, f"{told(facts, event)}{'' if event.certain else ', perhaps'}"


# -- compilation --------------------------------------------------------------------------

by_node("baked_state", lambda source, b: f"{b.attribute} in {b.method}, stored by {b.writer}")
by_node("eager_passes", lambda source, p: called(p.function))
by_node("eager_steps", lambda source, s: called(s.function) if s.function else "written out")
by_node("ragged_batches", lambda source, r: f"reaches {source(r.call.func)}")
by_node(
    "stale_reads",
    lambda source, s: f"{s.name} in {s.function}, stored by {s.writer or 'the top'} at {s.row}",
)
by_node("missing_parameters", lambda source, m: f"{m.option} {m.item}, not of {called(m.function)}")
by_node("whole_models", lambda source, w: f"{w.model} to {w.taker}")
by_node("varying_lengths", lambda source, v: f"reaches {source(v.step.func)}")
by_node(
    "weak_carries",
    lambda source, c: f"{c.name}: {c.first.name.lower()}, then {c.later.name.lower()}",
)


# -- devices ------------------------------------------------------------------------------

by_node("device_api_misuse.misuses", lambda source, m: m.new.format("it") or "nothing")


@text("layouts")
def _(facts: Facts, value: Any) -> Said:
    for statement in facts.module.all(ast.Assign):
        layout = value.of(statement.value, {})
        if layout is not None:
            yield statement, layout.spec()


by_node("local_iotas", lambda source, found: found.axis or "several axes")


@text("set_for_all")
def _(facts: Facts, value: Any) -> Said:
    if value is not None:
        yield value, facts.module.source(value)


by_node("misnamed", lambda source, m: f"{m.axis}, not {' '.join(sorted(m.known)) or 'any'}")
by_node("old_shard_maps", lambda source, m: ", ".join(map(source, m.uses)) or "no use")
by_node("derivative_rules", lambda source, taking: f"by {source(taking)}")
by_node("applications", lambda source, w: called(w.function) if w.function else "unknown")
by_node("rescaled", lambda source, r: f"{r.parameter} over {r.axis}")


# -- differentiation ----------------------------------------------------------------------

by_node("forwards", lambda source, f: f"{source(f.inner)} of {called(f.loss)}")
by_node("grad_result_misused.misuses", lambda source, m: m.kind)


@text("gradients")
def _(facts: Facts, value: Any) -> Said:
    for gradient in value:
        of = facts.module.source(gradient.of)
        yield gradient.call, f"value and gradient of {of}" if gradient.with_value else of


by_node("repeats", lambda source, r: source(r.gradient.call))
by_node("leaf_updates", lambda source, u: source(u.tree) + (" alone" if u.simple else " and more"))


# -- environment, keys --------------------------------------------------------------------

by_node("settings", lambda source, s: f"{s.name} {'is' if s.replaces else 'or'} {source(s.value)}")
by_node("captured_arrays", lambda source, a: f"{a.kind} {a.text} in {a.function}")
by_node(
    "constant_keys",
    lambda source, k: (
        f"counter {k.counter}" if k.counter
        else f"every call of {k.where}" if k.where
        else "every turn of a loop"
    ),
)  # fmt: skip
by_node("key_reuses", lambda source, r: f"{source(r.later.key)}, used at {r.earlier.call.lineno}")


@text("initialized_networks")
def _(facts: Facts, networks: set[ast.Call]) -> Said:
    for call in networks:
        yield call, ast.unparse(call.func)


@text("raw_layout")
def _(facts: Facts, value: Any) -> Said:
    if value is not None:
        place = ast.Pass(lineno=int(value.rpartition(":")[2]))
        yield place, "two words"


# -- looping ------------------------------------------------------------------------------


@text("arrays")
def _(facts: Facts, value: Any) -> Said:
    for statement in facts.module.all(ast.Assign):
        known = value.is_array(statement.value)
        if known is not None:
            yield statement, "array" if known else "no array"


@text("loops")
def _(facts: Facts, value: Any) -> Said:
    for node in facts.module.all(ast.For, ast.While, ast.ListComp):
        loop = value.of(node)
        carried = [f"carries {' '.join(loop.carried)}"] if loop.carried else []
        left = [f"leaves {' '.join(loop.live_outs)}"] if loop.live_outs else []
        yield node, ", ".join([loop.kind, *carried, *left])


@text("row_loop")
def _(facts: Facts, ask: Any) -> Said:
    for node in facts.module.all(ast.For, ast.ListComp):
        found = ask(node)
        if found is not None:
            yield node, found.what + ("" if found.certain else ", perhaps")


# -- memory -------------------------------------------------------------------------------

by_node("needless_barriers", lambda source, scan: f"in the scan at {scan.lineno}")
by_node("idle_names", lambda source, wrap: f"in the checkpoint at {wrap.site.lineno}")


@text("named_checkpoints")
def _(facts: Facts, value: Any) -> Said:
    for under in value:
        names = " ".join(f"{name.name} {name.use}" for name in under.policy)
        yield under.wrap.site, f"{names}, given {' '.join(sorted(under.given)) or 'none'}"


by_node("candidates", lambda source, c: " ".join(c.parameters) + (" blocked" if c.blocked else ""))
by_node("looped_fetches", lambda source, f: source(f.value))
by_node("placements", lambda source, p: f"{source(p.value)} to {p.space}")
by_node("unseen_steps", lambda source, s: f"renews {' '.join(s.renewed)}")
by_node("misplaced", lambda source, m: f"renews {' '.join(m.renewed)}, donates {m.donated}")


@text("host_states")
def _(facts: Facts, value: Any) -> Said:
    for state in value:
        wrong = [*(["read there"] if state.read else []), *(["kept here"] if state.kept else [])]
        yield state.function, f"{state.parameter} {' and '.join(wrong)}"


by_node("reuses", lambda source, r: f"donated at {r.call.lineno}")
by_node("scan_bodies", lambda source, b: f"{b.body.name} carries {b.carry}, takes {b.layers}")


@text("updates")
def _(facts: Facts, value: Any) -> Said:
    for function in functions(facts):
        if renewed := value.updated(function):
            yield function, " ".join(renewed)


# -- purity -------------------------------------------------------------------------------


@text("effects")
@text("own_effects")
def _(facts: Facts, ask: Any) -> Said:
    for function in functions(facts):
        if found := ask(function):
            yield function, " ".join(sorted(one.kind for one in found))


@text("asks_for_values")
def _(facts: Facts, ask: Any) -> Said:
    for function in functions(facts):
        if ask(function):
            yield function, "yes"


@text("eager_work")
def _(facts: Facts, ask: Any) -> Said:
    for function in functions(facts):
        if work := ask(function):
            yield function, str(work)


by_node("solver_callbacks", lambda source, c: f"{c.solver} {c.differentiated or c.work}")


@text("callable_effects")
def _(facts: Facts, ask: Any) -> Said:
    for asked in alone(facts):
        if facts.module.function(asked) is None and (found := ask(asked)):
            yield asked, " ".join(sorted(one.kind for one in found))


by_node("side_effects", lambda source, e: f"{e.how} {e.target}")
by_node("static_receivers", lambda source, why: why)


# -- transfer -----------------------------------------------------------------------------

by_node("debug_calls", lambda source, why: why)
by_node("repeated_puts", lambda source, p: f"{source(p.value)} {p.why}")


@text("steps")
def _(facts: Facts, value: Any) -> Said:
    for step in value:
        yield step.call, "compiled" if step.known else "by its name"


by_node("loop_waits", lambda source, w: f"{w.kind} {source(w.value)}")
by_node("looped_waits", lambda source, w: f"{w.via} {source(w.expression)}")
by_node("host_waits", lambda source, w: f"{w.via} {source(w.expression)}")
by_node("idle_trips", lambda source, w: f"{w.via} {source(w.expression)}")
by_node("uploads", lambda source, u: f"{source(u.expression)} {_origin(u)}")
by_node("round_trips", lambda source, t: f"{source(t.value)}{'' if t.severity else ' each turn'}")
by_node("row_uploads", lambda source, r: f"{source(r.value)}{'' if r.works else ' alone'}")
by_node("same_uploads", lambda source, u: source(u.value))
by_node("fetched_pieces", lambda source, p: f"{source(p.value)}{' each turn' if p.loop else ''}")


def _origin(upload: Any) -> str:
    came = upload.value.came
    if came is not None and came.node is not None:
        return "fetched"
    return "the same" if upload.same is not None else "made"


by_node(
    "timed_spans",
    lambda source, s: f"{source(s.call.func)}{' waited for' if s.waits is not None else ''}",
)


def _element(source: Callable[[ast.AST], str], e: Any) -> str:
    more = ["differentiated" if e.gradient else "", "" if e.plain else "large"]
    return ", ".join(filter(None, [f"{' '.join(e.arrays)} at {e.place}", *more]))


by_node("element_loops", _element)


def _worked(source: Callable[[ast.AST], str], w: Any) -> str:
    parts = [f"{w.work} over {w.over}", f"{w.count} turns" if w.count is not None else ""]
    parts += [f"{w.compiled} compiled" if w.compiled else "", "carries" if w.carries else ""]
    return ", ".join(filter(None, [*parts, "gathers" if w.gathers else ""]))


def _turns(source: Callable[[ast.AST], str], t: Any) -> str:
    times = f" {t.count} times" if t.count is not None else ""
    return f"{t.work} operations{times}{', carried' if t.carries else ''}"


@text("looped_compiles")
def _(facts: Facts, value: Any) -> Said:
    for one, _ in value:
        yield one.node, f"{one.name} of {getattr(one.made, 'name', 'its own')}"


by_node("compiled_each_call", lambda source, c: f"{c.name} of {c.made}")
by_node("jitted_each_turn", lambda source, c: c.name + (", unsure" if c.guarded else ""))
by_node("never_read", lambda source, c: c.function + (", looped" if c.looped else ""))
by_node("compiled_each_turn", lambda source, c: c.name + (", guarded" if c.guarded else ""))
by_node("eager_methods", lambda source, m: f"{m.name} through {m.transform}, {m.carried}")
by_node("lost_collections", lambda source, v: f"{v.name}: {', '.join(v.collections)}")
by_node("eager_updates", lambda source, u: "certain" if u.certain else "perhaps")


@text("stated_here")
def _(facts: Facts, value: Any) -> Said:
    named = {facts.module.name + "." + facts.module.qualname(n): n
             for n in facts.module.all(ast.ClassDef, ast.FunctionDef)}  # fmt: skip
    for maker, fields in value.items():
        for path, held in fields.items():
            shown = held if isinstance(held, str) else ast.unparse(held)
            if maker in named:
                yield named[maker], f"{path} = {shown}" if path else f"of {shown}"


@text("usual_turns")
def _(facts: Facts, asked: Any) -> Said:
    for loop in facts.module.all(ast.For, ast.While, ast.ListComp):
        found = asked(loop)
        if found is not None:
            yield loop, f"{found.number} ({found.why})" if found.why else str(found.number)


@text("hosted")
def _(facts: Facts, asked: Any) -> Said:
    for function in functions(facts):
        if where := asked(function):
            yield function, where


by_node("looped_work", _worked)
by_node("eager_turns", _turns)
by_node("work_beside_steps", lambda source, b: f"{len(b.deeds)} beside {b.step}")
by_node("eager_forwards", lambda source, f: f.network + (", certain" if f.certain else ""))


@text("looped_calls")
def _(facts: Facts, value: Any) -> Said:
    for call in value:
        by = f" by {call.transform.rpartition('.')[2]}" if call.transform else ""
        yield call.node, f"{call.operations} of {call.name}{by}"


def _program(source: Callable[[ast.AST], str], p: Any) -> str:
    more = [f"{p.operations} of {p.name}", "certain" if p.certain else ""]
    return ", ".join(filter(None, [*more, "" if p.large else "few"]))


by_node("eager_programs", _program)
by_node("syncs", lambda source, s: f"{s.kind} {source(s.value)}")
by_node("new_shapes", lambda source, n: f"{n.array} of {n.step}" if n.step else f"{n.array} grows")
by_node("taken_rows", lambda source, r: source(r.tree) + (" known" if r.known else ""))
by_node("unfinished", lambda source, t: source(t.call.func))
by_node("transfers", lambda source, t: f"{source(t.value)}, {t.error or 'no error'}")


# -- versions -----------------------------------------------------------------------------

by_node("moved_trees", lambda source, m: ", ".join(map(source, m.uses)) or "no use")
by_node(
    "outdated",
    lambda source, o: " ".join([o.change.symbol, *(["swallowed"] if o.swallowed else [])]),
)
by_node("retired", lambda source, r: f"{r.change.symbol} of {r.library.title}")
by_node("refused_calls", lambda source, r: f"{r.function} since {history.text(r.refusal.since)}")


@text("allowed")
def _(facts: Facts, ask: Any) -> Said:
    of = library("flax")
    found = ask(of)
    newest = history.text(found.newest) or "any"
    yield next(facts.module.all(ast.Import)), f"{newest}: {found.which}"


by_node("unknown_names", lambda source, u: f"{u.symbol}, near {u.close or 'nothing'}")


@text("uses")
def _(facts: Facts, value: Any) -> Said:
    for node, imported in value.imports.items():
        yield node, imported.dotted + ("" if imported.read else " unread")
    for node, dotted in value.paths.items():
        yield node, dotted


@text("states_hold_them")
def _(facts: Facts, value: bool) -> Said:
    yield next(facts.module.all(ast.ImportFrom)), "plain" if value else "not known"


@text("unimportable")
def _(facts: Facts, value: Any) -> Said:
    if value is not None:
        yield value.node, f"{value.of.module} since {history.text(value.of.since)}"
