"""Set-up that runs operation by operation, and programs that are made for one call."""

from __future__ import annotations

import hashlib
from pathlib import Path

from observed_runs import line, process, run

from jaxopt_lint.observe.child.events import Compile, Dispatch, Event, Place, Program, Wait
from jaxopt_lint.observe.losses.loss import Loss
from jaxopt_lint.observe.losses.table import table

MAIN = line(50, "main")
BUILD = line(20, "build")


def kinds(kind: str, *events: Event, seconds: float = 10.0) -> list[Loss]:
    """The losses of a kind, those beside the others, too."""
    found = table(run(*events, seconds=seconds))
    return [loss for loss in (*found.losses, *found.below) if loss.kind == kind]


def single(name: str, *stack: Place, seconds: float = 0.2, count: int = 1) -> Compile:
    return Compile(
        place=stack[0], chain=stack[1:], function=name, cause="eager", count=count, seconds=seconds
    )


def layers() -> list[Event]:
    """A network whose four layers are made by two lines of a function."""
    out: list[Event] = []
    for number in range(4):
        call = line(21 + number, "build")
        out += [single("_normal", line(9, "layer"), call, MAIN)]
        out += [single("multiply", line(10, "layer"), call, MAIN)]
    return out


def test_a_network_that_is_built_operation_by_operation_is_told_at_its_call() -> None:
    (loss,) = kinds("compiled-singly", *layers())
    assert loss.place == MAIN and loss.count == 8
    assert loss.reason == (
        "what this line does ran operation by operation, and each was compiled by itself: "
        "8 programs, 1.6 s"
    )
    assert {one.line for one in loss.also} >= {9, 10}
    assert 0 < loss.seconds < 1.6 and loss.in_first


def test_the_innermost_call_that_holds_nearly_all_is_named() -> None:
    wrapper = line(60, "main")
    events = [
        single(name, line(9, "layer"), line(30, "init"), wrapper)
        for name in ("_uniform", "multiply", "add", "sub", "div", "sqrt")
    ]
    (loss,) = kinds("compiled-singly", *events, single("zeros", line(31, "init"), wrapper))
    assert loss.place == line(30, "init") and wrapper in loss.also


def test_lines_that_stand_together_are_told_together() -> None:
    events = [single(f"op{n}", line(40 + n, "main")) for n in range(6)]
    (loss,) = kinds("compiled-singly", *events)
    assert loss.reason.startswith("what lines 40 to 45 do ran operation by operation")
    assert loss.change.startswith("move these lines into a function") and loss.minor


def test_what_compiles_or_waits_for_more_is_no_set_up() -> None:
    step = Compile(place=line(9, "layer"), chain=(MAIN,), function="step", cause="first", count=1)
    assert all(loss.place != MAIN for loss in kinds("compiled-singly", step, *layers()))
    wait = Wait(place=line(9, "layer"), chain=(BUILD, MAIN), via="float", count=1)
    assert all(loss.place != MAIN for loss in kinds("compiled-singly", wait, *layers()))


def test_few_programs_and_data_that_is_handed_over_are_none() -> None:
    assert not kinds("compiled-singly", *[single(f"op{n}", BUILD, MAIN) for n in range(3)])
    data = [
        single("convert_element_type", line(n, "read"), MAIN) for n in range(20, 40)
    ]  # a table that is read, column by column
    assert not kinds("compiled-singly", *data)


def test_an_operation_that_compiles_again_and_again_is_told_once() -> None:
    assert not kinds("compiled-singly", single("stack", BUILD, MAIN, count=20))
    assert kinds("compiled-again", single("stack", BUILD, MAIN, count=20))


def test_what_a_library_compiles_as_it_is_imported_is_a_cost(tmp_path: Path) -> None:
    text = "import jax\nimport physics\n\nphysics.run()\n"
    name = hashlib.sha256(text.encode()).hexdigest()
    (tmp_path / name).write_text(text)
    one = process(files={"train.py": name})
    events = [single("multiply", line(2, "<module>"), count=20, seconds=3.0)]
    found = table(run(*events, processes=[one], contents=tmp_path))
    assert not found.losses and not found.below
    (cost,) = found.costs
    assert cost.what == "compilation of operations of a library as it is imported"
    assert (cost.place.line, cost.count) == (2, 20)


def program(name: str, place: Place, times: int, lines: int = 10) -> list[Event]:
    known = {f"train.py:{100 + n}": 1_000 * times for n in range(lines)}
    return [
        Program(place=place, function=name, count=1, work=1_000.0 * times * lines, lines=known),
        Compile(place=place, function=name, cause="first", count=1, seconds=3.0),
    ]


def call(name: str, place: Place, count: int) -> Dispatch:
    return Dispatch(place=place, how="jitted", operation=name, count=count, seconds=0.1)


def test_a_program_for_few_calls_that_another_one_holds() -> None:
    step, value = line(70), line(60)
    events = [*program("step", step, 50), *program("energy", value, 1), call("step", step, 100)]
    (loss,) = kinds("compiled-for-one", *events, call("energy", value, 1))
    assert loss.place == value and loss.minor and loss.seconds == 3.0
    assert "nearly all that it does is in the program of `step` (line 70), too" in loss.reason
    (few,) = kinds("compiled-for-one", *events, call("energy", value, 5))
    assert few.reason.startswith("`energy` was compiled for 5 calls, 3.0 s")
    assert not kinds("compiled-for-one", *events, call("energy", value, 20))


def test_a_program_of_few_lines_in_common_is_another_one() -> None:
    step, init = line(70), line(60)
    events = [*program("step", step, 50), *program("init", init, 1, lines=4)]
    assert not kinds("compiled-for-one", *events, call("step", step, 9), call("init", init, 1))
