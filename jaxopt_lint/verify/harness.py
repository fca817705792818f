"""Verify a change: run both versions of its functions, in separate processes, and compare.

evidence = verify_change(root, {path: (old, new)}, ["package.module:loss"], settings)
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from jaxopt_lint.files import leftovers
from jaxopt_lint.finding import Evidence
from jaxopt_lint.syntax.reading import parse
from jaxopt_lint.verify.child.legacy import mentioned
from jaxopt_lint.verify.evidence import Reason, unverified
from jaxopt_lint.verify.overlay import copy_project, digest, import_root, module_file, snapshot
from jaxopt_lint.verify.pairing import Pair, Sides, verify_one
from jaxopt_lint.verify.session import NoJax, Session
from jaxopt_lint.verify.settings import VerifySettings
from jaxopt_lint.verify.sources import Missing, Plan, plan_for
from jaxopt_lint.verify.spec import Target

Changes = Mapping[Path, tuple[str, str]]


def verify_change(
    root: Path,
    changes: Changes,
    functions: Sequence[str],
    settings: VerifySettings,
    *,
    donated: Mapping[str, Collection[int]] | None = None,
    jitted: Collection[str] = (),
    session: Session | None = None,
) -> dict[str, Evidence]:
    """What running both versions proves, for each of the functions whose bodies changed.

    `donated` names the positions of arguments that callers rebind, so that the rewrite may
    consume them; `jitted` names functions that callers reach from inside a jit. A session given
    from outside is reused, and saves the import of jax.
    """
    root = root.resolve()
    changes = {path.resolve(): texts for path, texts in changes.items()}
    before = snapshot(root)
    with _session(settings, session) as running:
        folder = running.new_folder()
        sides = _overlays(folder, root, changes, before)
        results = {}
        for function in functions:
            made = _pair(function, root, changes, settings)
            if isinstance(made, Evidence):
                results[function] = made
                continue
            made.donated = set((donated or {}).get(function, ()))
            if made.donated:
                # Differentiating through a call that consumes its arguments reads them afterwards;
                # donation leaves the computation as it is, so there is nothing to compare.
                made.plan.grad = False
            made.jitted |= function in jitted
            results[function] = _guarded(running, sides, made)
    touched = _touched(before, snapshot(root))
    if touched:
        return {name: unverified(Reason.TREE_CHANGED, touched) for name in results}
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
    plan = plan_for(function, texts[0], root, _with_target(settings, function, target))
    if isinstance(plan, Missing):
        return unverified(plan.reason, plan.detail)
    pair = Pair(module, _entry(texts[0], old_name), _entry(texts[1], new_name), ["."], plan)
    pair.legacy = mentioned(texts[0])
    with _session(settings, session) as running:
        changes = {old_path: texts}
        sides = _overlays(running.new_folder(), root, changes, snapshot(root))
        return _guarded(running, sides, pair)


def verify_case(
    before: Path,
    after: Path,
    settings: VerifySettings,
    *,
    session: Session | None = None,
    donated: Collection[int] = (),
) -> Evidence:
    """Compare two self-contained modules that each define `run` and `inputs(key)`.

    The inputs of the first are used for both.
    """
    texts = (before.read_text(encoding="utf-8"), after.read_text(encoding="utf-8"))
    module = before.name.partition(".")[0].replace("-", "_")
    with leftovers.folder() as empty:
        root = empty.resolve()
        target = next((t for t in settings.targets if t.function.endswith(":run")), None)
        if target is None:
            plan = Plan({"kind": "inputs", "inputs": f"{module}:inputs"}, "inputs(key)")
        else:
            found = plan_for(
                target.function, texts[0], root, _with_target(settings, target.function, target)
            )
            if isinstance(found, Missing):
                return unverified(found.reason, found.detail)
            plan = found
        pair = Pair(module, "run", "run", ["."], plan)
        pair.legacy = mentioned(texts[0])
        pair.donated = set(donated)
        with _session(settings, session) as running:
            file = root / f"{module}.py"
            sides = _overlays(running.new_folder(), root, {file: texts}, {})
            sides.key = f"{before.resolve()} {sides.key}"
            return _guarded(running, sides, pair)


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
    folder: Path, root: Path, changes: Changes, state: Mapping[str, tuple[int, int]]
) -> Sides:
    """Both copies of the project."""
    old = {path: texts[0] for path, texts in changes.items()}
    new = {path: texts[1] for path, texts in changes.items()}
    sides = Sides(root, folder / "old", folder / "new", digest(state, old))
    copy_project(root, sides.old, old)
    copy_project(root, sides.new, new)
    return sides


def _guarded(session: Session, sides: Sides, pair: Pair) -> Evidence:
    try:
        return verify_one(session, sides, pair)
    except NoJax as error:
        return unverified(Reason.NO_JAX, str(error), pair.plan.words)


def _pair(function: str, root: Path, changes: Changes, settings: VerifySettings) -> Pair | Evidence:
    """What to run for a function: itself, or the function that encloses it."""
    module, _, name = function.partition(":")
    found = _file_of(root, module, changes)
    if found is None:
        return unverified(Reason.IMPORT_FAILED, f"no file of the module {module}")
    file, old, new = found
    entry = _entry(old, name)
    plan = plan_for(f"{module}:{entry}", old, root, settings)
    if isinstance(plan, Missing):
        if entry != name.replace("<locals>.", ""):
            return unverified(Reason.NESTED_FUNCTION, f"{entry}: {plan.detail}")
        return unverified(plan.reason, plan.detail)
    path = [import_root(root, file, module), ".", "src"]
    pair = Pair(module, entry, entry, path, plan)
    pair.legacy = mentioned(old)
    hint = ("checkpoint", "remat")
    pair.slope_memory = any(old.count(word) != new.count(word) for word in hint)
    return pair


def _file_of(root: Path, module: str, changes: Changes) -> tuple[Path, str, str] | None:
    """The file of a module with both of its texts."""
    inside = Path(*module.split("."))
    for path, (old, new) in changes.items():
        for tail in (inside.with_suffix(".py"), inside / "__init__.py"):
            if path.parts[-len(tail.parts) :] == tail.parts:
                return path, old, new
    file = module_file(root, module)
    if file is None:
        return None
    text = file.read_text(encoding="utf-8")
    return file, text, text


def _entry(source: str, name: str) -> str:
    """The part of a qualified name that can be called from outside: up to the first function."""
    parts: list[str] = []
    try:
        body: list[ast.stmt] = parse(source).tree.body
    except (SyntaxError, ValueError):
        return name
    for part in (part for part in name.split(".") if part != "<locals>"):
        parts.append(part)
        node = next((item for item in body if getattr(item, "name", None) == part), None)
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


def _touched(before: dict[str, tuple[int, int]], after: dict[str, tuple[int, int]]) -> str:
    """The first file of the user's tree that is not what it was."""
    changed = [path for path, state in after.items() if before.get(path) != state]
    return next(iter(sorted(changed + [path for path in before if path not in after])), "")
