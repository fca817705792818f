"""The summaries of all files joined into what is known of the project: fixed points over names."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.semantics.jax.api.frameworks import framework_named
from jaxopt_lint.semantics.jax.api.transforms import STAGING, WEAK
from jaxopt_lint.semantics.jax.environment_set import set_alike
from jaxopt_lint.semantics.jax.given import Handed, Number, followed
from jaxopt_lint.semantics.jax.interface import Summary
from jaxopt_lint.semantics.jax.linen_params import INIT
from jaxopt_lint.semantics.jax.may_call import Asked, perhaps
from jaxopt_lint.semantics.jax.once import Mention, running_once
from jaxopt_lint.semantics.jax.programs import Plain, run_by_programs
from jaxopt_lint.semantics.jax.project import Project, is_test_file
from jaxopt_lint.semantics.jax.siblings import by_folder, siblings
from jaxopt_lint.semantics.jax.stars import Stars, starred


def joined(summaries: Iterable[Summary]) -> Project:
    """A fixed point over names: who is traced, directly or through a caller."""
    project = Project()
    summaries = list(summaries)
    tops = {s.module.partition(".")[0] for s in summaries} - {""}
    project.roots = by_folder(
        {summary.module: summary.names for summary in summaries},
        [summary.imported | summary.read for summary in summaries],
    )
    for root in project.roots:  # `from src.train import step`, beside `from train import step`
        project.exports[root] = {top: top for top in tops}
    callees: dict[str, set[str]] = {}
    read: set[str] = set()
    taken: list[tuple[str, dict[str, tuple[str, int, int]]]] = []
    bases: dict[str, tuple[str, ...]] = {}
    named: dict[str, set[str]] = {}
    handed: list[Handed] = []
    numbers: list[Number] = []
    plain: list[tuple[str, list[Plain]]] = []
    looped: list[tuple[str, str]] = []
    once: list[Mention] = []
    asked: list[Asked] = []
    methods: list[str] = []
    renewing: dict[str, str] = {}
    tried: dict[str, str] = {}
    known_stars: dict[str, Stars] = {}
    tests = {summary.module for summary in summaries if is_test_file(summary.path)}
    for summary in summaries:
        project.exports[summary.module] = dict(summary.exports)  # more is added below
        named[summary.module] = summary.imported | summary.read
        known_stars[summary.module] = Stars(summary.stars, summary.names, summary.public)
        project.imported |= {project.within_root(name) for name in summary.imported}
        read |= {project.within_root(name) for name in summary.read}
        project.makers |= summary.makers
        project.stored |= {project.within_root(name) for name in summary.stored}
        project.x64 |= summary.x64
        project.sets_mesh |= summary.sets_mesh
        if summary.joins_processes and not project.joins_processes:
            project.joins_processes = summary.path
        project.takes_gradients |= summary.gradients and not is_test_file(summary.path)
        project.returned |= summary.returned
        taken.append((summary.module, summary.taken))
        bases |= summary.bases
        project.effects |= summary.effects
        project.constants |= summary.constants
        own = f"{summary.module}."
        tested = is_test_file(summary.path)  # what only tests compile runs as it is elsewhere
        for traced in summary.traced:
            if not tested or traced.function.startswith(own):
                name = project.within_root(traced.function)
                project.traced.setdefault(name, []).append(traced)
        for caller, callee in summary.calls:
            callee = project.within_root(callee)
            if not tested or callee.startswith(own):
                callees.setdefault(caller, set()).add(callee)
        handed += summary.handed if not tested else []
        numbers += summary.numbers if not tested else []
        plain += [(summary.module, summary.plain)] if not tested else []
        looped += summary.looped if not tested else []
        for name, needs in summary.once:  # what only tests run once is there for others to run
            aside = tested and name.rpartition(".")[0] not in tests
            once.append((name, None if aside else needs))
        asked += summary.asked if not tested else []
        methods += summary.methods
        renewing = {**dict(summary.renewing), **renewing}
        tried |= summary.tried
        project.settings |= summary.settings
    project.imported |= {name for name in read if name.rpartition(".")[0] in project.exports}
    beside = siblings(project.exports, named)
    for spelt, meant in beside.items():
        project.exports[spelt] = {name: f"{meant}.{name}" for name in known_stars[meant].names}
        project.imported |= {
            meant + name.removeprefix(spelt) for name in project.imported
            if name == spelt or name.startswith(f"{spelt}.")
        }  # fmt: skip
    project.imports = {
        module: {beside.get(home, home) for home in _homes(project, names)} - {module}
        for module, names in named.items()
    }
    project.set_alike = set_alike(summaries, project.imports)
    looking = {s.module for s in summaries if s.looks_through}
    project.looked_through = _run_only_by(project.imports, looking)
    for module, given in starred(known_stars, project.exports).items():
        project.exports[module] |= given
    for module, names in taken:
        for name, (function, at, length) in names.items():
            result = project.returned.get(project.resolved(function), ())
            if len(result) == length and result[at]:
                project.exports[module].setdefault(name, result[at])
    _find_networks(project, bases)
    homes = [(project.resolved(h[0]), h[1], project.resolved(h[2]), *h[3:]) for h in handed]
    project.given = followed(homes, project.networks)
    project.variables = followed(homes, {INIT: INIT})
    _keep_stated(project)
    project.configured = followed(homes, {maker: maker for maker in project.settings})
    for callee, key, number, why in numbers:
        held = project.numbers.setdefault(project.resolved(callee), {})
        held[key] = max(held.get(key, (number, why)), (number, why))
    project.constants = {
        name: value for name, value in project.constants.items() if name not in project.stored
    }
    _find_hosted(project, plain)
    project.tried = {project.resolved(name): where for name, where in tried.items()}
    project.looped = {project.resolved(name): why for name, why in reversed(looped)}
    last = {name: name.rpartition(".")[2] for name in methods}
    project.renewed = {name: renewing[m] for name, m in last.items() if m in renewing}
    project.passed = {
        project.resolved(name) for s in summaries if not is_test_file(s.path) for name in s.passed
    }
    project.once = running_once(once, project.imported, project.resolved)
    callees = {
        caller: {project.resolved(callee) for callee in found} for caller, found in callees.items()
    }
    for name, under in [*project.traced.items()]:
        home = project.resolved(name)
        if home != name:  # by the name that another module gives it on
            project.traced.setdefault(home, []).extend(under)
    _spread_effects(project, callees)
    _spread_tracing(project, callees)
    traced_names = [
        name for name, found in project.traced.items()
        if any(t.transform in STAGING - WEAK for t in found)
    ]  # fmt: skip
    traced_names += project.staged_callers
    project.idle = _idle(project, summaries)
    project.perhaps = perhaps(traced_names, asked, methods, callees)
    return project


def _run_only_by(imports: dict[str, set[str]], programs: set[str]) -> set[str]:
    """Some modules, and those that nothing but they and their like imports."""
    importers: dict[str, set[str]] = {}
    for module, taken in imports.items() if programs else ():
        for one in taken:
            importers.setdefault(one, set()).add(module)
    found, more = set(programs), True
    while more:
        new = {one for one, by in importers.items() if one not in found and by <= found}
        found, more = found | new, bool(new)
    return found


def _idle(project: Project, summaries: list[Summary]) -> set[str]:
    """The names at the top of modules, and of methods, that no other module may mean, by whatever
    path it finds them, nor an `__all__` offers."""
    speakers: dict[str, str] = {}  # word -> the one module that speaks it; "" for several
    for summary in summaries:
        for word in summary.spoken:
            if speakers.setdefault(word, summary.module) != summary.module:
                speakers[word] = ""
    taken = [name.rpartition(".") for s in summaries for name in s.imported | s.read]
    whole = {project.within_root(home) for home, _, last in taken if last == "*"}
    lost = [f".{home}" for home in whole - {*project.exports}]  # found by a path that nobody knows
    return {
        name
        for s in summaries
        if s.public == ()
        and s.module not in whole
        and not any(f".{s.module}".endswith(h) or h.endswith(f".{s.module}") for h in lost)
        for name in (*(f"{s.module}.{name}" for name in s.names), *s.methods)
        if speakers.get(name.rpartition(".")[2], s.module) == s.module
        and name not in s.imported
        and name not in s.read  # a file may import itself
    }


def _homes(project: Project, names: Iterable[str]) -> set[str]:
    """The modules of the project that some dotted names are of."""
    out = set()
    for name in names:
        dotted = project.resolved(name.removesuffix(".*"))
        while dotted and dotted not in project.exports:
            dotted = dotted.rpartition(".")[0]
        out.add(dotted)
    return out - {""}


def _find_hosted(project: Project, plain: list[tuple[str, list[Plain]]]) -> None:
    """Find what programs run as it is."""
    names = {callee for _, calls in plain for _, callee, _ in calls}
    compiled = {
        name for name, found in project.traced.items()
        if any(t.decorated and t.transform in STAGING for t in found)
    }  # fmt: skip
    homes = {name: project.resolved(name) for name in names}
    project.hosted = run_by_programs(plain, homes, compiled, project.imported)


def _keep_stated(project: Project) -> None:
    """Forget what is said to give back settings, and does not."""
    before = -1
    while len(project.settings) != before:
        before = len(project.settings)
        project.settings = {
            maker: fields for maker, fields in project.settings.items()
            if any(isinstance(f, tuple) or project.resolved(f) in project.settings
                   for f in fields.values())
        }  # fmt: skip


def _find_networks(project: Project, bases: dict[str, tuple[str, ...]]) -> None:
    """Take every class for a module of a framework that has one among its bases."""
    derived: dict[str, list[str]] = {}
    pending = []
    for name, above in bases.items():
        for base in above:
            derived.setdefault(project.resolved(base), []).append(name)
    for base in derived:
        framework = framework_named(base)
        pending += [(name, framework) for name in derived[base]] if framework else []
    while pending:
        name, framework = pending.pop()
        if project.networks.setdefault(name, framework) is framework:
            pending += [(n, framework) for n in derived.pop(name, ())]


def _spread_effects(project: Project, callees: dict[str, set[str]]) -> None:
    """Give what a function does to all that call it."""
    callers: dict[str, list[str]] = {}
    for caller in sorted(callees):
        for callee in callees[caller]:
            callers.setdefault(project.resolved(callee), []).append(caller)
    pending = sorted(project.effects)
    while pending:
        name = pending.pop()
        for caller in callers.get(name, ()):
            if caller not in project.effects:
                project.effects[caller] = project.effects[name]
                pending.append(caller)


def _shown(name: str) -> str:
    """The last part of a dotted name, for people: of one of several definitions their name."""
    head, _, last = name.rpartition(".")
    return head.rpartition(".")[2] if last.startswith("def@") else last.partition("@")[0]


def _spread_tracing(project: Project, callees: dict[str, set[str]]) -> None:
    """Find who is called by traced code."""
    # A strong witness is not to be hidden by a weak one.
    seen: set[str] = set()
    for weak in (False, True):
        pending = []
        for name, found in project.traced.items():
            for traced in found:
                is_weak = traced.transform in WEAK or traced.perhaps
                fits = traced.transform in STAGING and is_weak is weak
                one = traced.own or name
                if fits and one not in seen:
                    seen.add(one)
                    how = f"perhaps under `{traced.transform}`" if traced.perhaps else ""
                    pending.append((one, f"{how or traced.transform} at {traced.where}"))
        while pending:
            name, witness = pending.pop()
            for callee in sorted(callees.get(name, ())):
                if callee not in seen:
                    seen.add(callee)
                    known = " through " in witness
                    short = _shown(name)
                    through = witness if known else f"{witness}, through `{short}`"
                    project.staged_callers[callee] = through
                    pending.append((callee, through))
