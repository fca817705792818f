"""Small work beside compiled steps, small arrays that could be donated, and what is told there."""

from __future__ import annotations

import hashlib
from pathlib import Path

from observed_runs import line, process, run

from jaxopt_lint.observe.child.events import (
    Called,
    Captured,
    Dispatch,
    Event,
    Loop,
    Program,
    Repeated,
    Share,
    Transfer,
    Undonated,
    Wait,
)
from jaxopt_lint.observe.losses.loss import Loss
from jaxopt_lint.observe.losses.table import table

STEP = line(31)
KEY = line(30)


def told(
    kind: str, *events: Event, text: str = "", folder: Path = Path("nowhere"), seconds: float = 10.0
) -> list[Loss]:
    """The losses of a kind, those beside the others, too."""
    one = process(seconds=seconds)
    if text:
        name = hashlib.sha256(text.encode()).hexdigest()
        (folder / name).write_text(text)
        one.files = {"train.py": name}
    found = table(run(*events, processes=[one], contents=folder))
    return [loss for loss in (*found.losses, *found.below) if loss.kind == kind]


def step(count: int = 1_000, **more: object) -> Dispatch:
    given = {"operation": "step", "loop": 29, "fed": 60, "looked": 63, "seconds": 0.5} | more
    return Dispatch(place=STEP, how="jitted", count=count, **given)


def split(count: int = 1_000, **more: object) -> Dispatch:
    given = {"operation": "jax.random.split", "loop": 29, "seconds": 0.4} | more
    return Dispatch(place=KEY, how="eager", count=count, **given)


def test_keys_that_are_split_beside_the_step() -> None:
    (loss,) = told("keys-beside", step(), split())
    assert loss.place == KEY and loss.seconds == 0.4
    assert "beside `step` (line 31)" in loss.reason
    assert loss.change == "hand the key to `step`, split it there, and return the next one"


def test_keys_of_few_rounds_or_of_no_step_are_none() -> None:
    assert not told("keys-beside", step(40), split(40))
    assert not told("keys-beside", step(loop=12), split())
    assert not told("keys-beside", step(fed=0), split())  # each is for a call of its own


def host_operation(given: bool = True, fetched: int = 500) -> list[Event]:
    made = line(40)
    name = "jax.numpy.logical_or"
    out: list[Event] = [
        Dispatch(place=made, how="eager", operation=name, count=500, seconds=0.6, loop=29),
        Wait(place=line(38), via="stored into a buffer", count=fetched, producer=made),
    ]
    if given:
        out.append(Transfer(place=made, direction="to_device", via=name, count=1_000, bytes=8_000))
    return out


def test_an_operation_on_what_the_host_has_whose_result_it_fetches() -> None:
    (loss,) = told("there-and-back", *host_operation())
    assert (loss.place.line, [one.line for one in loss.also]) == (40, [38])
    assert loss.change == "do it with NumPy, where the values are"
    assert not told("eager", *host_operation())  # it is told once


def test_an_operation_on_the_device_or_that_stays_there_is_none() -> None:
    assert not told("there-and-back", *host_operation(given=False))
    assert not told("there-and-back", *host_operation(fetched=20))
    assert told("eager", *host_operation(fetched=20))


def test_small_steps_are_told_beside_the_losses() -> None:
    work = Program(place=STEP, function="step", work=5_000.0, count=1)
    (loss,) = told("tiny-calls", step(2_000, seconds=1.0), work)
    assert loss.minor
    (loss,) = told("tiny-calls", step(2_000, seconds=3.5), work)
    assert not loss.minor
    heavy = Program(place=STEP, function="step", work=5e9, count=1)
    assert not told("tiny-calls", step(2_000, seconds=0.3), heavy)


HOLDS = """
def main(state, batch):
    for _ in range(100):
        both = (state, batch)
        state = step(both)
"""


STEPS = """
def main(state, key):
    for _ in range(1000):
        key, inner = split(key)
        state = step(state, inner)
    for _ in range(1000):
        if state.ok:
            state = step(state, key)
"""


def test_a_loop_in_which_the_host_has_no_part(tmp_path: Path) -> None:
    given = {"operation": "step", "how": "jitted", "count": 1_000, "seconds": 0.9, "fed": 60}
    calls = Dispatch(place=line(5), loop=3, **given)
    keys = Dispatch(place=line(4), how="eager", operation="jax.random.split", count=1_000, loop=3)
    (loss,) = told("steps-in-python", calls, keys, text=STEPS, folder=tmp_path)
    assert (loss.place.line, loss.code, loss.minor) == (3, "JOL202", True)
    asked = Dispatch(place=line(8), loop=6, **given)
    assert not told("steps-in-python", asked, text=STEPS, folder=tmp_path)
    data = Transfer(place=line(5), direction="to_device", via="step", count=1_000, bytes=4_000)
    assert not told("steps-in-python", calls, keys, data, text=STEPS, folder=tmp_path)
    other = Dispatch(place=line(4), how="eager", operation="jax.numpy.sum", count=1_000, loop=3)
    assert not told("steps-in-python", calls, other, text=STEPS, folder=tmp_path)


def undonated(**more: object) -> Undonated:
    given = {"count": 6, "looked": 6, "bytes": 3_000, "arguments": ["state"]} | more
    return Undonated(place=line(5), function="step", **given)


def test_little_state_of_a_step_that_is_not_donated() -> None:
    calls = Dispatch(place=line(5), how="jitted", operation="step", count=100)
    (loss,) = told("undonated", undonated(), calls)
    assert loss.bytes == 3_000 and "was dead after `step`" in loss.reason
    few = Dispatch(place=line(5), how="jitted", operation="step", count=6)
    assert not told("undonated", undonated(), few)
    assert not told("undonated", undonated(bytes=200), calls)


def test_state_that_a_variable_holds_until_the_next_call(tmp_path: Path) -> None:
    calls = Dispatch(place=line(5), how="jitted", operation="step", count=100)
    held = undonated(count=0, held=5)
    (loss,) = told("undonated", held, calls, text=HOLDS, folder=tmp_path)
    assert "was read no more after `step`" in loss.reason
    named = HOLDS + "    def step(both):\n        return both[0]\n"
    assert told("undonated", held, calls, text=named, folder=tmp_path)
    other = HOLDS + "        show(both)\n"
    assert not told("undonated", held, calls, text=other, folder=tmp_path)
    assert not told("undonated", undonated(count=0, held=2), calls, text=HOLDS, folder=tmp_path)


def test_constants_and_layers_of_some_size_are_told_beside_the_losses() -> None:
    held = Captured(place=STEP, function="step", bytes=240_000, shapes=["float32[60000]"])
    assert told("captured", held)
    assert not told(
        "captured", Captured(place=STEP, function="step", bytes=2_000, shapes=["f4[9]"])
    )
    layer = Repeated(
        place=line(9), function="step", count=200, times=60, equations=400, loop=line(8), rounds=4
    )
    (loss,) = told("unrolled", layer)
    assert loss.minor
    few = Repeated(
        place=line(9), function="step", count=30, times=15, equations=400, loop=line(8), rounds=4
    )
    assert not told("unrolled", few)


def fetch(number: int, **more: object) -> Wait:
    return Wait(
        place=line(number), via="item", count=20, producer=STEP, producer_name="step", **more
    )


def test_results_of_one_call_that_are_fetched_one_by_one() -> None:
    (loss,) = told("fetched-apart", fetch(40), fetch(41), fetch(42))
    assert loss.minor and loss.count == 60 and len(loss.also) == 2
    assert not told("fetched-apart", fetch(40), fetch(41))
    waited = fetch(42, blocked=20, seconds=1.0)
    assert not told("fetched-apart", fetch(40), fetch(41), waited)


def asked(how: str, **more: object) -> list[Event]:
    made = Dispatch(place=line(35), how=how, operation="jax.numpy.sum", count=20)
    return [Wait(place=line(36), via="if", count=20, producer=line(35), **more), made]


def test_a_condition_on_what_runs_operation_by_operation() -> None:
    (loss,) = told("waited", *asked("eager"))
    assert (loss.place.line, loss.code, loss.minor, loss.seconds) == (36, "JOL402", True, 0.0)
    assert not told("waited", *asked("jitted"))
    (waited,) = told("waited", *asked("eager", blocked=20, seconds=2.0, gaps=20, idle=0.4))
    assert not waited.minor


def test_data_that_each_call_moves_first() -> None:
    data = Transfer(
        place=STEP, direction="to_device", via="step", shape="f4[8]", count=1_000, bytes=9 << 20
    )
    (loss,) = told("handed-over", step(), data)
    assert loss.minor and loss.bytes == 9 << 20
    found = table(run(step(), data))
    assert not found.losses and not any("moved" in cost.what for cost in found.costs)
    assert not told("handed-over", step(20), data)
    assert not told("handed-over", step(loop=0), data)


def repeated(again: int, *, compared: int = 100) -> list[Event]:
    function = line(8, "distance")
    called = Called(
        place=function, chain=(line(20, "main"),), count=400, compared=compared, again=again
    )
    work = Dispatch(place=line(9, "distance"), how="eager", operation="*", count=400, seconds=2.0)
    return [called, work]


def test_a_function_that_gets_the_same_values_again() -> None:
    (loss,) = told("computed-twice", *repeated(80))
    assert (loss.place, loss.seconds) == (line(20, "main"), 1.6)
    assert "80 of 100 calls that were compared got the values of an earlier one" in loss.reason
    assert not told("computed-twice", *repeated(10))
    assert not told("computed-twice", *repeated(8, compared=9))
    assert not told("computed-twice", repeated(80)[0])  # it does nothing by itself


SAVES = """
def save(state):
    manager.write(state)
    state = 1 + 2
"""


def test_calls_of_others_while_the_device_has_nothing_to_do(tmp_path: Path) -> None:
    at = line(3, "save")
    begun = Dispatch(place=line(90), how="jitted", operation="step", count=1, first=0.1, last=0.2)
    events = [Share(place=at, count=40, seconds=2.0), Called(place=line(2, "save"), count=5), begun]
    (loss,) = told("host-call", *events, text=SAVES, folder=tmp_path)
    assert loss.minor and loss.place == at and "`manager.write`" in loss.reason
    once = [events[0], Called(place=line(2, "save"), count=1), begun]
    assert not told("host-call", *once, text=SAVES, folder=tmp_path)
    traced = [events[0], Called(place=line(2, "save"), count=5, traced=5), begun]
    assert not told("host-call", *traced, text=SAVES, folder=tmp_path)
    early = [Share(place=at, count=40, seconds=2.0, first=0.3, last=0.9), *events[1:]]
    assert not told("host-call", *early, text=SAVES, folder=tmp_path)  # set up in rounds
    plain = [Share(place=line(4, "save"), count=40, seconds=2.0), *events[1:]]
    assert not told("host-call", *plain, text=SAVES, folder=tmp_path)
    waits = Wait(place=at, via="block_until_ready", count=5)
    assert not told("host-call", *events, waits, text=SAVES, folder=tmp_path)
    often = [events[0], Loop(place=line(2, "save"), count=9), begun]
    assert not told("host-call", *often, text=SAVES, folder=tmp_path)  # it is no loop there
