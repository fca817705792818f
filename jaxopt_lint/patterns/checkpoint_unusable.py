"""Checkpoints of Orbax that cannot be written, that nobody waits for, or that come back as another
tree than was saved."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.finding import Severity
from jaxopt_lint.patterns.checkpoint_untyped import untyped
from jaxopt_lint.patterns.checkpointers import checkpointer, holds, relative
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.taken_elsewhere import taken_elsewhere
from jaxopt_lint.semantics.python import argument, keywords
from jaxopt_lint.semantics.subjects.versions.allowed import is_older

# What writes in the background.
_ASYNC = ("orbax.checkpoint.StandardCheckpointer", "orbax.checkpoint.AsyncCheckpointer")
_MANAGER = "orbax.checkpoint.CheckpointManager"
_FLAX = ("flax.training.checkpoints.save_checkpoint",
         "flax.training.checkpoints.save_checkpoint_multiprocess")  # fmt: skip
_FLAX_BY_ORBAX = (0, 7, 0)
_IN_BACKGROUND = (0, 6, 0)  # from which on `StandardCheckpointer` does so
_BY = ("save", "restore")
_WAITING = frozenset({"wait_until_finished", "close", "restore"})


@dataclass(frozen=True, slots=True)
class Unusable:
    """A checkpoint that is of no use.

    Attributes:
        node: where it is saved or restored.
        message: what is wrong.
        help: what to write.
        because: what else shows it.
        assumed: what is taken for granted.
        severity: an error where it certainly raises.
    """

    node: ast.expr
    message: str
    help: str
    because: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    severity: Severity = Severity.WARNING


def unusable_checkpoints(facts: Facts) -> Iterator[Unusable]:
    """The uses of checkpoints in a file that do not give what was to be kept."""
    orbax = facts.module.mentions("orbax")
    if orbax or facts.module.mentions("save_checkpoint"):
        yield from _relative_paths(facts)
    if orbax:
        yield from _never_awaited(facts)
        for read, restored in untyped(facts):
            yield Unusable(
                restored,
                f"without a target `{facts.module.source(restored.func)}` gives dictionaries and "
                "lists, and an optimizer of Optax takes its state as the tuples that it was",
                "give the tree to restore into: `restore(path, target)`",
                because=(f"the state is taken out of it at {facts.at(read)}",),
            )


def _relative_paths(facts: Facts) -> Iterator[Unusable]:
    """Paths that do not begin at the root, which Orbax refuses to write to and read from."""
    for call, path, by_flax in _paths(facts):
        if path is not None and relative(facts, path) and not error_meant(facts, call):
            yield Unusable(
                path,
                f"`{facts.module.source(path)}` is a relative path, and Orbax takes absolute ones "
                "alone: it raises ValueError",
                "make it absolute: `os.path.abspath(...)`, `pathlib.Path(...).resolve()`",
                severity=Severity.WARNING if by_flax else Severity.ERROR,
                assumed=("Flax is 0.7 or newer, which saves by Orbax",) if by_flax else (),
            )


def _paths(facts: Facts) -> Iterator[tuple[ast.Call, ast.expr | None, bool]]:
    """The calls that save or restore, with the path that they are given, and whether Flax hands it
    on to Orbax."""
    for read in (n for name in _BY for n in facts.module.attributes(name)):
        call = facts.module.parent[read]
        if isinstance(call, ast.Call) and call.func is read:
            made = checkpointer(facts, read.value)
            if made is not None and facts.names.call(made) != _MANAGER:
                yield call, argument(call, 0, "directory"), False
    for call, name in called(facts, _MANAGER, *_FLAX):
        if name != _MANAGER:
            old = is_older(facts, "flax", _FLAX_BY_ORBAX)
            if not old and not facts.module.mentions("flax_use_orbax"):
                yield call, argument(call, 0, "ckpt_dir"), True
        elif any(
            checkpointer(facts, n.value) is call for by in _BY for n in facts.module.attributes(by)
        ):
            yield call, argument(call, 0, "directory"), False


def _never_awaited(facts: Facts) -> Iterator[Unusable]:
    """Saves in the background by what nobody waits for, closes, or reads from later."""
    for made, name in called(facts, *_ASYNC, _MANAGER):
        if name == _MANAGER and _is_sync(facts, made):
            continue
        if name == _ASYNC[0] and is_older(facts, "orbax", _IN_BACKGROUND):
            continue
        saves = _saves(facts, made)
        if not saves or error_meant(facts, saves[-1]):
            continue
        text = facts.module.source(saves[-1].func)
        yield Unusable(
            saves[-1],
            f"`{text}` returns before the checkpoint is written, and nothing waits for it: what "
            "reads it may not find it, and a program that ends here loses it",
            "call `wait_until_finished()` behind the last save, or make it in a `with`",
            because=(f"it is made at {facts.at(made)}",),
            assumed=("Orbax is 0.6 or newer",) if name == _ASYNC[0] else (),
        )


def _is_sync(facts: Facts, made: ast.Call) -> bool:
    """Whether a manager is given what writes, or is told to wait."""
    given = keywords(made)
    told = facts.module.mentions("enable_async_checkpointing")
    return told or len(made.args) > 1 or "checkpointers" in given


def _saves(facts: Facts, made: ast.Call) -> list[ast.Call]:
    """The saves by an object that only its variable holds, where nothing behind them waits; none
    where it goes elsewhere."""
    module = facts.module
    at_once = module.parent[made]
    if isinstance(at_once, ast.Attribute) and at_once.attr == "save":
        call = module.parent[at_once]
        return [call] if isinstance(call, ast.Call) else []
    name = holds(facts, made)
    holder = module.holder(name) if name is not None else None
    if name is None or holder is None or len(holder.bindings.get(name.id, ())) != 1:
        return []
    if holder is module.top and name.id in taken_elsewhere(facts):
        return []
    saves: list[ast.Call] = []
    for read in module.reads(holder, name.id):
        taken = module.parent[read]
        call = module.parent[taken]
        if not isinstance(taken, ast.Attribute) or not isinstance(call, ast.Call):
            return []
        if call.func is not taken or taken.attr in _WAITING - {"restore"}:
            return []
        if taken.attr == "save":
            saves.append(call)
    last = max((s.lineno for s in saves), default=0)
    for read in module.reads(holder, name.id):
        taken = module.parent[read]
        if isinstance(taken, ast.Attribute) and taken.attr in _WAITING and read.lineno > last:
            return []
    return sorted(saves, key=lambda call: call.lineno)
