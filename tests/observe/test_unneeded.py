"""Results of compiled calls that nobody reads, or few rounds of a loop do."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import dedent, indent

import pytest

from jaxopt_lint.observe.child.events import Apart, Dispatch, Event, Place, Program, Share, Wait
from jaxopt_lint.observe.losses.loss import Loss, Tally
from jaxopt_lint.observe.losses.stream import Stream
from jaxopt_lint.observe.losses.table import table
from jaxopt_lint.observe.losses.unneeded import seldom_used, unused
from jaxopt_lint.observe.reading import Process

sys.path.insert(0, str(Path(__file__).parent))
from watching import at as seen_at
from watching import line, watched, write

CALL, INSIDE = 5, 30


def stream_of(source: str, *events: Event) -> Stream:
    process = Process(0, 1, 0, [], 0.0, "", end=10.0, backend="cpu")
    return Stream(process, list(events), lambda _: source)


def told(body: str, *events: Event, around: str = "def main(data):") -> list[Loss]:
    """The losses of `step`, called 100 times at line 5 for 4 s in all, and needed as given."""
    text = f"\n{around}\n    w = first()\n    for batch in data:\n{indent(dedent(body), ' ' * 8)}"
    source = text.replace("\n        \n", "\n")
    assert "step(" in source.splitlines()[CALL - 1], source
    place = Place("train.py", CALL, "main")
    call = Dispatch(place=place, how="jitted", operation="step", count=100, seconds=4.0, first=1.0)
    program = Program(place=place, function="step", work=100.0)
    tally = Tally()
    stream = stream_of(source, call, program, *events)
    unused(stream, tally)
    seldom_used(stream, tally)
    return tally.losses


def apart(result: str) -> Apart:
    return Apart(
        place=Place("train.py", CALL, "main"), result=result, part=0.5,
        at=Place("train.py", INSIDE, "step"),
    )  # fmt: skip


def fetched(at: int, count: int) -> Wait:
    call = Place("train.py", CALL, "main")
    return Wait(place=Place("train.py", at, "main"), via="float", count=count, producer=call)


def test_an_entry_that_nothing_reads() -> None:
    (loss,) = told("w, info = step(w, batch)\nprint(info['loss'])\n", apart("[1]['spread']"))
    assert (loss.kind, loss.place.line, loss.count) == ("unused", INSIDE, 100)
    assert loss.seconds == pytest.approx(2.0)
    assert "`info['spread']` (line 5)" in loss.reason
    (loss,) = told("info = step(w, batch)\nprint(info.loss)\n", apart(".spread"))
    assert "`info.spread`" in loss.reason
    (loss,) = told("w, extra = step(w, batch)\n", apart("[1]"))
    assert "`extra` (line 5)" in loss.reason


@pytest.mark.parametrize(
    "rest",
    [
        "print(info['spread'])",
        "print(info)",  # all of it
        "log(**info)",
        "print(info.items())",
        "print(info[name])",
        "keep = lambda: info['spread']",
        "info['spread'] += 1",
        "print(locals())",
        "",  # nothing is read: a benchmark does that
    ],
)
def test_an_entry_that_may_be_read(rest: str) -> None:
    assert not told(f"w.at, info = step(w, batch)\n{rest}\n", apart("[1]['spread']"))


def test_parts_that_have_no_name_in_a_function() -> None:
    attribute = "self.w, self.info = step(w, batch)\nprint(self.w)\n"
    assert not told(attribute, apart("[1]['spread']"))
    starred = "w, *infos = step(w, batch)\nprint(w)\n"
    assert not told(starred, apart("[1]"))
    shared = "w, info = step(w, batch)\nprint(w)\ndef later():\n    nonlocal info\n"
    assert not told(shared, apart("[1]"))
    module = "w, info = step(w, batch)\nprint(w)\n"
    assert not told(module, apart("[1]"), around="if True:")


SELDOM = """
hits, gain = step(w, batch)
w = update(w)
if w.step % 50 == 0:
    print(float(hits), float(gain))
"""


def test_a_call_whose_results_few_rounds_use() -> None:
    (loss,) = told(SELDOM[1:], fetched(8, 2))
    assert (loss.kind, loss.place.line) == ("seldom-used", CALL)
    assert loss.seconds == pytest.approx(4.0 * 0.98)
    assert "used twice, where the condition at line 7 holds" in loss.reason


def test_calls_whose_results_more_rounds_may_use() -> None:
    assert not told(SELDOM[1:])  # how often is not known
    assert not told(SELDOM[1:], fetched(8, 60))
    assert not told(SELDOM[1:] + "best = max(best, hits)\n", fetched(8, 2))
    assert not told(SELDOM[1:].replace("w.step", "hits"), fetched(8, 2))
    assert not told(SELDOM[1:].replace("hits, gain", "hits, self.gain"), fetched(8, 2))
    printing = Program(place=Place("train.py", CALL, "main"), function="step", effects=True)
    assert not told(SELDOM[1:], fetched(8, 2), printing)


def test_what_a_cpu_computes_as_donated_arrays_go() -> None:
    """Releases before 0.7 return from such a call at once, and work as the names are bound."""
    place = Place("train.py", 2, "main")
    call = Dispatch(place=place, how="jitted", operation="step", count=100, seconds=0.1, first=1.0)
    program = Program(place=place, function="step", work=100.0)
    line_of_call = Share(place=place, seconds=6.0)
    known = (call, program, line_of_call)
    assert stream_of("\nw, loss = step(w, batch)\n", *known).device("step") == 6.0
    assert stream_of("\nw, loss = step(w, next(data))\n", *known).device("step") == 0.1


PROGRAM = """
import jax
import jax.numpy as jnp


def distances(x):
    return jnp.linalg.norm(x[:, None] - x[None], axis=-1)


@jax.jit
def step(w, x):
    y = jnp.tanh(x @ w)
    far = distances(x).max()  # for one result alone
    return w - 0.1 * x.T @ y, {"loss": jnp.mean(y), "far": far, "both": jnp.mean(y) + 1}


def main():
    w, x = jnp.ones((64, 64)), jnp.ones((128, 64))
    for _ in range(12):
        w, info = step(w, x)  # the call
        print(info["loss"], info["both"])


main()
"""


@pytest.mark.executes
def test_what_a_program_computes_for_one_result_alone(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": PROGRAM})
    done, run = watched(tmp_path, "train.py")
    assert done.code == 0, done.err
    found = {one.result: one for one in seen_at(run, Apart, line(tmp_path, "train.py", "the call"))}
    inside = line(tmp_path, "train.py", "for one result alone")
    assert found["[1]['far']"].part > 0.3 and found["[1]['far']"].at.line == inside
    assert "[0]" in found and "[1]['loss']" not in found and "[1]['both']" not in found
    out = table(run)
    (loss,) = [one for one in (*out.losses, *out.below) if one.kind == "unused"]
    assert loss.place.line == inside
