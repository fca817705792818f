"""Calls that stand in the project: in its tests, its examples, its docstrings and its scripts."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jaxopt_lint.observe.recorded import Call, Lost, recorded
from jaxopt_lint.observe.running import CALLS
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.inputs.commands import command_for
from jaxopt_lint.verify.inputs.plan import Asked, Missing, Plan, Running, records
from jaxopt_lint.verify.inputs.standing import Piece, pieces
from jaxopt_lint.verify.overlay import module_file
from jaxopt_lint.verify.spec import find_function

_SECONDS = 0.2  # of the time limit, for one piece of code
_BUDGET = 0.5  # and for all of them


@dataclass
class _Collected:
    """What running pieces of code has shown."""

    calls: list[Call] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    lost: Lost | None = None
    errors: list[str] = field(default_factory=list)
    not_imported: str = ""
    absent: list[str] = field(default_factory=list)  # packages that were stood in for
    commands: list[str] = field(default_factory=list)  # the places of command lines
    arguments: list[str] = field(default_factory=list)  # of command lines, that were made up
    data: list[str] = field(default_factory=list)  # libraries whose data sets were made up
    left: list[str] = field(default_factory=list)  # what was not run of the code that calls it

    @property
    def words(self) -> str:
        """Where the calls stand and what made their arguments, for people."""
        said = f"call in {', '.join(self.places)}"
        if self.commands:
            said += f", started as in {', '.join(dict.fromkeys(self.commands))}"
        if self.arguments:
            said += f", with a command line that is made up ({', '.join(self.arguments)})"
        if self.data:
            said += f", with made-up data in place of {', '.join(self.data)}"
        if self.absent:
            said += f", run with stand-ins for {', '.join(self.absent)}"
        return said


class Calls:
    """Runs the code in which calls stand, and takes their arguments."""

    name = "calls"

    def plan(self, asked: Asked) -> Plan | Missing | None:
        """The calls that were made, or why there are none."""
        running = asked.running
        if running is None:
            return None
        known = running.session.collected
        key = ("calls", running.key + asked.function)
        if asked.pieces:
            return self._plan(asked, running)
        if key not in known:
            known[key] = self._plan(asked, running)
        found: Plan | Missing | None = known[key]
        return found

    def _plan(self, asked: Asked, running: Running) -> Plan | Missing | None:
        file = file_of(asked, running)
        if file is None:
            return None
        found = list(asked.pieces) or pieces(running.overlay, file, asked.qualname)
        if not found:
            none = Missing(Reason.NO_INPUT_SPEC, "nothing that can be run by itself calls it")
            return _bare(asked) or none
        folder = running.session.new_folder()
        seen = _collected(asked, running, found, folder)
        if seen.not_imported:
            return Missing(Reason.IMPORT_FAILED, seen.not_imported, last=True)
        if seen.calls:
            values = folder / "values"
            return records(seen.calls, values, seen.words, asked.settings, seen.lost, seen.left)
        if seen.lost is not None:
            return Missing(Reason.UNPICKLABLE, seen.lost.reason)
        bare = _bare(asked)
        if bare is not None:
            return bare
        places = ", ".join(piece.words for piece in found[:3])
        why = f": {seen.errors[0]}" if seen.errors else ""
        return Missing(Reason.NO_INPUT_SPEC, f"what calls it does not get there ({places}{why})")


def file_of(asked: Asked, running: Running) -> Path | None:
    """The function's file in the copy of the project."""
    inside = Path(*asked.module.split("."))
    for base in running.path:
        for tail in (inside.with_suffix(".py"), inside / "__init__.py"):
            if (running.overlay / base / tail).is_file():
                return running.overlay / base / tail
    return module_file(running.overlay, asked.module)


def _bare(asked: Asked) -> Plan | None:
    """A call without arguments, of a function that has no parameters."""
    node = find_function(asked.source, asked.qualname)
    if node is None or "." in asked.qualname or any(ast.iter_child_nodes(node.args)):
        return None
    data = {"kind": "spec", "args": [], "kwargs": {}, "dims": {}, "fixed": [], "full": False}
    return Plan(data, "a call without arguments")


def _collected(asked: Asked, running: Running, found: list[Piece], folder: Path) -> _Collected:
    """The calls of the pieces."""
    session = running.session
    for name in ("values", "import"):
        (folder / name).mkdir()
    told = []
    commands = [command_for(asked.root, piece.file) for piece in found]
    session.read.update(one.file for one in commands if one is not None and one.file)
    for number, (piece, command) in enumerate(zip(found, commands, strict=True)):
        (folder / str(number)).mkdir()
        told.append(
            _told(piece, running.overlay, asked)
            | {"folder": str(folder / str(number))}
            | {"arguments": list(command.arguments) if command is not None else []}
        )
    job = session.job(
        "collect", folder, cwd=str(running.overlay), overlay=str(running.overlay),
        path=list(running.path), functions=[asked.function], pieces=told, limit=CALLS,
        module=asked.module, importing=str(folder / "import"), kept=str(folder / "values"),
        into=str(folder), compile_cache="",
        seconds=max(_SECONDS, _BUDGET / max(1, len(found))) * asked.settings.timeout,
        budget=_BUDGET * asked.settings.timeout, root=str(asked.root),
        xla_flags=session.unoptimized(), devices=running.devices,
    )  # fmt: skip
    (answer,) = session.run([job])
    out = _Collected(errors=[error for error in answer.get("errors", []) if error])
    out.absent = answer.get("absent", [])
    out.left = answer.get("left", [])
    out.arguments, out.data = answer.get("arguments", []), answer.get("data", [])
    if answer.get("failed") == "ImportFailed":
        out.not_imported = answer["detail"]
    elif "failed" in answer:
        out.errors.append(f"{answer['failed']}: {answer['detail']}")
    ran = [("import", f"the import of {asked.module}")]
    by_command = dict(zip(map(str, range(len(found))), commands, strict=True))
    for name, words in [*ran, *((str(i), piece.words) for i, piece in enumerate(found))]:
        seen = recorded(folder / name)
        calls = seen.calls.get(asked.function, [])
        out.calls += calls
        out.places += [words] if calls else []
        command = by_command.get(name)
        if calls and command is not None and command.arguments:
            out.commands.append(command.place)
        out.lost = out.lost or seen.lost.get(asked.function)
    out.calls = out.calls[:CALLS]
    return out


def _told(piece: Piece, overlay: Path, asked: Asked) -> dict[str, Any]:
    """A piece as the child reads it: the module that it is of, that one's package, and the folder
    that both are imported from."""
    file = overlay / piece.file
    parts = [file.stem] if file.stem != "__init__" else []
    folder = file.parent
    while folder != overlay and (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    inside = len(parts) > 1
    module = ".".join(parts) if inside else ".".join(Path(piece.file).with_suffix("").parts)
    return {
        "file": piece.file,
        "module": asked.module if piece.own else module,
        "package": ".".join(parts[:-1]) if inside else "",
        "base": str(folder),
        "text": piece.text,
        "call": piece.call,
        "own": piece.own,
    }
