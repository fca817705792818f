"""Verify a change: run both versions of its functions, in separate processes, and compare.

evidence = verify_change(root, {path: (old, new)}, ["package.module:loss"], settings)
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ParamSpec

from jaxopt_lint.files import leftovers
from jaxopt_lint.finding import Check, Evidence, Limit, Verdict
from jaxopt_lint.observe.store import FOLDER
from jaxopt_lint.syntax.reading import parse
from jaxopt_lint.verify.budget import BudgetSpent, FixSpent, for_one_fix
from jaxopt_lint.verify.changing import lines_to_reach
from jaxopt_lint.verify.copies import Changes, folders_of
from jaxopt_lint.verify.devices import spreads, wanted
from jaxopt_lint.verify.evidence import Reason, unverified
from jaxopt_lint.verify.inputs.order import decided, of_more_devices
from jaxopt_lint.verify.inputs.plan import Asked, Plan, Running
from jaxopt_lint.verify.inputs.standing import Piece
from jaxopt_lint.verify.inputs.standing import texts as files_of
from jaxopt_lint.verify.inputs.stated import of_target
from jaxopt_lint.verify.overlay import digest, import_root, is_loose, module_file, snapshot
from jaxopt_lint.verify.pairing import Pair, Sides, verify_one
from jaxopt_lint.verify.removed import mentioned
from jaxopt_lint.verify.session import NoJax, Session
from jaxopt_lint.verify.settings import VerifySettings
from jaxopt_lint.verify.spec import Target, named

_Given = ParamSpec("_Given")
# What the code of a file reads that measures how long something takes.
_CLOCK = re.compile(
    r"\b(?:perf_counter(?:_ns)?|monotonic(?:_ns)?|default_timer|time_ns|time\.time)\b"
    r"|^[ \t]*from time import\b",
    re.MULTILINE,
)


def verify_change(
    root: Path,
    changes: Changes,
    functions: Sequence[str],
    settings: VerifySettings,
    *,
    donated: Mapping[str, Collection[int]] | None = None,
    jitted: Collection[str] = (),
    pieces: Sequence[Piece] = (),
    limits: Sequence[Limit] = (),
    whole: str = "",
    session: Session | None = None,
    told: Callable[[str, Evidence], None] | None = None,
) -> dict[str, Evidence]:
    """What running both versions proves, for each of the functions whose bodies changed.

    `donated` names the positions of arguments that callers rebind, so that the rewrite may
    consume them; `jitted` names functions that callers reach from inside a jit; `pieces` are code
    that calls them, which is looked for otherwise; `limits` are what the rewrite may refuse;
    `whole` is the file with all that stands in it, where `changes` have less of it. A session
    given from outside is reused, and saves the import of jax. `told` hears of each function as
    soon as it is decided.
    """
    root = root.resolve()
    changes = {path.resolve(): texts for path, texts in changes.items()}
    near = folders_of(changes)
    before = snapshot(root, near)
    with _session(settings, session) as running:
        sides = _overlays(running, root, changes, before)
        results = {}
        for function in functions:
            found = _place_of(function, root, changes)
            if isinstance(found, _Place):
                consumed = set((donated or {}).get(function, ()))
                with _as_one_fix(running, settings) as limited:
                    found = _ended(
                        _decided, running, sides, limited, found, consumed, pieces,
                        jitted=function in jitted, limits=limits, whole=whole,
                    )  # fmt: skip
                touched = _touched(root, before, snapshot(root, near))
                if touched and is_loose(root) and running.is_confined():
                    touched = ""  # others write there as well
                found = unverified(Reason.TREE_CHANGED, touched) if touched else found
            results[function] = found
            if told is not None:
                told(function, found)
    return results


def verify_pair(
    old: str, new: str, settings: VerifySettings, *, session: Session | None = None
) -> Evidence:
    """Compare two functions in two files: `old.py:f` and `new.py:f`.

    Arguments come from the target `old.py:f` (or `module:f`) of the settings, from a spec
    beside the old function, or from its jaxtyping annotations.
    """
    (old_path, old_name), (new_path, new_name) = _place(old), _place(new)
    texts = (old_path.read_text(encoding="utf-8"), new_path.read_text(encoding="utf-8"))
    root, module = _package(old_path)
    function = f"{module}:{old_name}"
    target = settings.target(function) or settings.target(old)
    settings = _with_target(settings, function, target)
    names = (_entry(texts[0], old_name), _entry(texts[1], new_name))

    def run(plan: Plan) -> Evidence:
        pair = Pair(module, *names, ["."], plan)
        pair.spreads = spreads(*texts)
        return verify_one(running, sides, pair)

    with _session(settings, session) as running:
        changes = {old_path: texts}
        sides = _overlays(running, root, changes, snapshot(root, folders_of(changes)))
        child = Running(running, sides.old, key=sides.key)
        return _ended(decided, Asked(function, texts[0], root, settings, child), run)


def verify_case(
    before: Path,
    after: Path,
    settings: VerifySettings,
    *,
    session: Session | None = None,
    donated: Collection[int] = (),
    jitted: bool = False,
) -> Evidence:
    """Compare two self-contained modules that each define `run` and `inputs(key)`.

    The inputs of the first are used for both; `jitted` where `run` is called from inside a jit.
    """
    texts = (before.read_text(encoding="utf-8"), after.read_text(encoding="utf-8"))
    module = before.name.partition(".")[0].replace("-", "_")
    with leftovers.folder() as empty:
        root = empty.resolve()
        target = next((t for t in settings.targets if t.function.endswith(":run")), None)
        if target is None:
            given = {
                "kind": "inputs",
                "inputs": f"{module}:inputs",
                "seed": settings.seed,
                "sizes_as_given": not settings.vary_sizes,
            }
            plan = Plan(given, "inputs(key)")
        else:
            plan = of_target(target, "spec in the configuration", settings, stated=True)
        pair = Pair(module, "run", "run", ["."], plan)
        pair.spreads = spreads(*texts)
        pair.donated = set(donated)
        pair.jitted |= jitted
        with _session(settings, session) as running:
            file = root / f"{module}.py"
            sides = _overlays(running, root, {file: texts}, {})
            sides.key = f"{before.resolve()} {sides.key}"
            return _ended(verify_one, running, sides, pair)


@contextmanager
def _session(settings: VerifySettings, given: Session | None) -> Iterator[Session]:
    """The given session under these settings, or a new one that ends with the block."""
    if given is None:
        with Session(settings) as made:
            yield made
        return
    previous = given.settings
    given.settings = settings
    try:
        yield given
    finally:
        given.settings = previous


def _overlays(
    session: Session, root: Path, changes: Changes, state: Mapping[str, tuple[int, int]]
) -> Sides:
    """Both copies of the project, with the versions in place."""
    session.copies.put(root, changes, state)
    old = {path: texts[0] for path, texts in changes.items()}
    sides = Sides(root, session.copies.old, session.copies.new, digest(state, old))
    session.clock = any(_CLOCK.search(text) for text in old.values())
    session.legacy = mentioned("\n".join(text for _, text in files_of(sides.old)))
    return sides


def _ended(
    decide: Callable[_Given, Evidence], *given: _Given.args, **more: _Given.kwargs
) -> Evidence:
    """What is decided, or why nothing could be run."""
    try:
        return decide(*given, **more)
    except NoJax as error:
        return unverified(Reason.NO_JAX, str(error))
    except FixSpent:
        return unverified(Reason.TIMEOUT, "the time for one fix was over")
    except BudgetSpent:
        return unverified(Reason.NOT_REACHED)


@dataclass
class _Place:
    """Where a function is found, and what of it is called: itself, or what it stands in."""

    module: str
    name: str
    entry: str
    path: list[str]
    old: str
    new: str


def _place_of(function: str, root: Path, changes: Changes) -> _Place | Evidence:
    """What to run for a function: itself, or the function that encloses it."""
    module, _, name = function.partition(":")
    found = _file_of(root, module, changes)
    if found is None:
        return unverified(Reason.IMPORT_FAILED, f"no file of the module {module}")
    file, old, new = found
    module = _from_root(root, file, module)
    path = [import_root(root, file, module), ".", "src"]
    hidden = file.parent / f"{module.partition('.')[0]}.py"  # would take the folder's place
    if not (file.parent / "__init__.py").is_file() and not hidden.is_file():
        # A script finds what lies beside it.
        path.append(file.parent.resolve().relative_to(root).as_posix())
    return _Place(module, name, _entry(old, name), path, old, new)


def _decided(
    session: Session,
    sides: Sides,
    settings: VerifySettings,
    place: _Place,
    donated: set[int],
    pieces: Sequence[Piece],
    *,
    jitted: bool,
    limits: Sequence[Limit],
    whole: str,
) -> Evidence:
    """The evidence on one function, on the first inputs that serve."""
    hint = ("checkpoint", "remat")
    lines = lines_to_reach(place.old, place.new, place.entry)
    slope_memory = any(place.old.count(word) != place.new.count(word) for word in hint)

    def run(plan: Plan) -> Evidence:
        # Differentiating through a call that consumes its arguments reads them afterwards;
        # donation leaves the computation as it is, so there is nothing to compare.
        plan.grad &= not donated
        pair = Pair(place.module, place.entry, place.entry, place.path, plan, donated)
        pair.jitted |= jitted
        pair.limits = list(limits)
        pair.spreads = spreads(place.old, place.new)
        pair.slope_memory = slope_memory
        pair.changed = lines
        pair.replanned = lambda devices: of_more_devices(asked(devices), plan)
        # As on those two devices on which all is tried that asks for devices.
        pair.anywhere = session.settings.devices != settings.devices
        return verify_one(session, sides, pair)

    function = f"{place.module}:{place.entry}"

    def asked(devices: int) -> Asked:
        key = f"{sides.key} on {devices}" if devices > 1 else sides.key
        child = Running(session, sides.old, tuple(place.path), key, tuple(lines), devices)
        return Asked(function, place.old, sides.root, settings, child, pieces, whole)

    def on(devices: int) -> Evidence:
        return decided(asked(devices), run)

    found = on(settings.devices)
    # What one device does not do may be done by as many as the code asks for.
    single = settings.devices == 1 and (settings.backend == "auto" or session.platform() == "cpu")
    if single and (more := wanted(found, place.old, place.new, *(piece.text for piece in pieces))):
        with _simulated(session, settings, more):
            again = on(more)
        if again.verdict is not Verdict.UNVERIFIED:
            found = _on_simulated(again, more)
        else:
            said = again.checks[0].detail if again.checks else again.reason
            tried = Check("also tried", None, f"on {more} simulated devices: {said}")
            found = replace(found, checks=(*found.checks, tried))
    nested = place.entry != place.name.replace("<locals>.", "")
    if nested and found.reason in (Reason.NO_INPUT_SPEC, Reason.NEVER_CALLED):
        detail = "; ".join(check.detail for check in found.checks)
        return unverified(Reason.NESTED_FUNCTION, f"{place.entry}: {detail}")
    return found


@contextmanager
def _as_one_fix(session: Session, settings: VerifySettings) -> Iterator[VerifySettings]:
    """Have a session run everything in the time that one fix has, over all sources of inputs."""
    budget = for_one_fix(settings.timeout, settings.budget)
    limited = replace(settings, budget=budget)
    session.settings = limited
    try:
        yield limited
    finally:
        session.settings = settings


@contextmanager
def _simulated(session: Session, settings: VerifySettings, devices: int) -> Iterator[None]:
    """Have a session run everything on several devices, which the CPU simulates."""
    session.settings = replace(settings, devices=devices, backend="cpu")
    try:
        yield
    finally:
        session.settings = settings


def _on_simulated(found: Evidence, devices: int) -> Evidence:
    """Evidence that says that its devices were simulated."""
    return replace(
        found,
        inputs=f"{found.inputs}; on {devices} devices, simulated on the CPU",
        environment={**found.environment, "devices": f"{devices}, simulated on the CPU"},
    )


def _file_of(root: Path, module: str, changes: Changes) -> tuple[Path, str, str] | None:
    """The file of a module with both of its texts."""
    for path, (old, new) in changes.items():
        inside = path.parent if path.name == "__init__.py" else path.with_suffix("")
        if f".{'.'.join(inside.parts)}".endswith(f".{module}"):
            return path, old, new
    file = module_file(root, module)
    if file is None:
        return None
    text = file.read_text(encoding="utf-8")
    return file, text, text


def _from_root(root: Path, file: Path, module: str) -> str:
    """A module's name without what it has from folders above the root: a root that has an
    `__init__.py` has its name from where it lies, and its copies lie elsewhere. Nor has it what
    it has from a folder with a dot in its name, out of which nothing can be imported."""
    own = list(file.resolve().relative_to(root).parts)
    if own[-1] == "__init__.py":
        own.pop()
    dotted = max((at + 1 for at, folder in enumerate(own[:-1]) if "." in folder), default=0)
    depth = len(own) - dotted
    return ".".join(module.split(".")[-depth:]) if depth else module


def _entry(source: str, name: str) -> str:
    """The part of a qualified name that can be called from outside: up to the first function."""
    parts: list[str] = []
    try:
        body: list[ast.stmt] = parse(source).tree.body
    except (SyntaxError, ValueError):
        return name
    for part in (part for part in name.split(".") if part != "<locals>"):
        parts.append(part)
        node = named(body, part)
        if not isinstance(node, ast.ClassDef):
            break
        body = node.body
    return ".".join(parts)


def _place(text: str) -> tuple[Path, str]:
    path, _, name = text.rpartition(":")
    return Path(path).resolve(), name


def _package(file: Path) -> tuple[Path, str]:
    """The folder to import a file from, and its module's name."""
    root = file.parent
    parts = [file.stem] if file.stem != "__init__" else []
    while (root / "__init__.py").is_file():
        parts.insert(0, root.name)
        root = root.parent
    return root, ".".join(parts)


def _with_target(settings: VerifySettings, function: str, target: Target | None) -> VerifySettings:
    if target is None:
        return settings
    return replace(settings, targets=[replace(target, function=function)])


def _touched(
    root: Path, before: dict[str, tuple[int, int]], after: dict[str, tuple[int, int]]
) -> str:
    """The first file of the user's tree that is not what it was; what another run of the program
    that is watched writes beside it counts for nothing."""
    changed = [path for path, state in after.items() if before.get(path) != state]
    changed += [path for path in before if path not in after]
    kept = os.path.join(root, FOLDER, "")
    return next((path for path in sorted(changed) if not path.startswith(kept)), "")
