"""What a source of inputs is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from jaxopt_lint.observe.recorded import Call, Lost
from jaxopt_lint.observe.running import CALLS
from jaxopt_lint.verify.child.variables import kept
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.inputs.standing import Piece
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings


@dataclass
class Plan:
    """How to build the cases of one function, as the child reads it, and in words.

    Attributes:
        data: what `child/cases.py` builds calls by.
        words: where they come from, for people.
        jitted: whether callers reach the function from inside a jit.
        stated: whether the user has written it for this function: what is wrong with it is then
            reported, and no further source is asked.
        source: the name of the source, as `verify.accept` has it.
        left: calls that are known, and are not in the plan; in words.
        variables: of the environment of the run that made the calls, as far as they are set again.
    """

    data: dict[str, Any]
    words: str
    grad: bool = True
    devices: int = 0
    jitted: bool = False
    stated: bool = False
    source: str = ""
    left: tuple[str, ...] = ()
    variables: dict[str, str] = field(default_factory=dict)


def records(
    calls: Sequence[Call], values: Path, words: str, settings: VerifySettings,
    lost: Lost | None = None, left: Sequence[str] = (), variables: Mapping[str, str] | None = None,
) -> Plan:  # fmt: skip
    """The plan that recorded calls are.

    Args:
        values: the folder in which the bytes of their arrays lie.
        lost: a call beside them that could not be kept.
        left: other calls that are known, in words.
        variables: that set JAX up in that run.
    """
    left = [*left]
    if len(calls) >= CALLS:
        left.append(f"there may be more than {CALLS} kinds of calls, which are all that are kept")
    if lost is not None:
        left.append(f"a call could not be kept: {lost.reason}")
    told = [call.told for call in calls]
    data = {"kind": "records", "full": settings.mode == "full", "calls": told}
    traced = all(call.traced for call in calls)
    data |= {"folder": str(values)}
    known = dict(variables or {})
    again = kept(known)
    if again:
        words += f", under {' '.join(f'{name}={value}' for name, value in again.items())}"
    # Of the platform the evidence says anyway where it is run.
    if others := sorted(known.keys() - again.keys() - {"JAX_PLATFORMS", "JAX_PLATFORM_NAME"}):
        words += f", without its {', '.join(others)}, which the harness sets itself"
    return Plan(data, words, jitted=traced, left=tuple(left), variables=again)


@dataclass
class Missing:
    """Why a source has no plan.

    Attributes:
        last: whether no further source is to be asked.
    """

    reason: Reason
    detail: str = ""
    last: bool = False


@dataclass(frozen=True)
class Running:
    """The child processes, and the copy of the project in which the original stands.

    Attributes:
        session: runs jobs.
        overlay: the copy.
        path: folders of the copy that go onto `sys.path`.
        key: tells states of the project apart.
        changed: lines of the function's file of which a call has to run one.
        devices: that there are where it is run.
    """

    session: Session
    overlay: Path
    path: tuple[str, ...] = (".",)
    key: str = ""
    changed: tuple[int, ...] = ()
    devices: int = 1


@dataclass(frozen=True)
class Asked:
    """One function whose inputs are asked for.

    Attributes:
        function: what is called, as "package.module:qualified.name".
        source: the text of its file, as it was before the rewrite.
        root: of the project.
        running: None where nothing may be run.
        pieces: code that calls it, where that is known; else it is looked for.
        whole: the same file with all that stands in it, where `source` holds less.
    """

    function: str
    source: str
    root: Path
    settings: VerifySettings
    running: Running | None = None
    pieces: Sequence[Piece] = ()
    whole: str = ""

    @property
    def module(self) -> str:
        """The module's dotted name."""
        return self.function.partition(":")[0]

    @property
    def qualname(self) -> str:
        """The function's name in its module."""
        return self.function.partition(":")[2]


class Source(Protocol):
    """One way to come by inputs.

    Attributes:
        name: as `verify.accept` has it.
    """

    name: str

    def plan(self, asked: Asked) -> Plan | Missing | None:
        """How to call the function, or why that is not known; None where there is nothing to say.

        A reason is one clause without full stop: it is joined with those of other sources.
        """
