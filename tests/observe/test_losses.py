"""What a run lost: each loss by its cause, at its line, for what the change would save."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest
from observed_runs import STEP, line, process, run

from jaxopt_lint import registry
from jaxopt_lint.observe import losses
from jaxopt_lint.observe.child.events import (
    Called,
    Captured,
    Collective,
    Compile,
    Dispatch,
    EarlyTimer,
    Event,
    Impurity,
    KeyUse,
    Loop,
    Place,
    Program,
    Promotion,
    Repeated,
    Residual,
    Share,
    Trace,
    Transfer,
    Twice,
    Undonated,
    Wait,
)
from jaxopt_lint.observe.losses.loss import Group, Loss
from jaxopt_lint.observe.losses.table import table

MIB = 1 << 20
CALL = line(31)
LOG = line(44)


def only(*events: Event, seconds: float = 10.0) -> Loss:
    """The one loss of a run."""
    found = table(run(*events, seconds=seconds))
    assert len(found.losses) == 1, [loss.reason for loss in found.losses]
    return found.losses[0]


def none(*events: Event, seconds: float = 10.0) -> None:
    found = table(run(*events, seconds=seconds))
    assert not found.losses, [loss.reason for loss in found.losses]


def compiled(cause: str, count: int = 1, seconds: float = 1.0, **more: object) -> Compile:
    given = {"place": CALL, "function": "train_step", "defined": STEP, "first": 1.0} | more
    return Compile(count=count, seconds=seconds, cause=cause, **given)


@pytest.mark.parametrize(
    ("difference", "code", "codemod", "words"),
    [
        ("n: int 3 -> int 4", "JOL107", "", "`n` was another static value each time"),
        ("x: float32[32,8] -> float32[7,8]", "JOL108", "", "another shape each time"),
        ("t: Python float -> float32[]", "JOL110", "asarray", "`t` was a number of Python"),
        ("t: float32[] weak -> float32[]", "JOL110", "asarray", "an array in the next"),
        ("x: float16[4] -> float32[4]", "", "", "had another type"),
        ("x: float32[4] -> float32[4] committed", "", "", "`x` lay elsewhere"),
        ("p['b']: absent -> float32[4]", "", "", "`p['b']` was another tree"),
        ("jax_enable_x64: False -> True", "", "", "the setting `jax_enable_x64` was changed"),
    ],
)
def test_compiled_again_for_its_arguments(
    difference: str, code: str, codemod: str, words: str
) -> None:
    more = compiled("arguments", 39, 3.5, trace_seconds=0.4, differed=[difference])
    loss = only(compiled("first"), more)
    assert (loss.code, loss.codemod, loss.place, loss.count) == (code, codemod, CALL, 39)
    assert words in loss.reason and "`train_step` was compiled 39 times more" in loss.reason
    assert loss.seconds == pytest.approx(3.9)
    # 10 s, of which none before JAX and one for the first compilation
    assert loss.share == pytest.approx(3.9 / 9.0)


def test_a_few_sizes_that_each_come_again_are_no_loss() -> None:
    def with_uses(difference: str, *uses: int) -> list[Event]:
        shapes = {f"{index}/0": count for index, count in enumerate(uses)}
        calls = Dispatch(place=CALL, how="jitted", operation="train_step", shapes=shapes)
        return [compiled("first"), compiled("arguments", differed=[difference]), calls]

    longer = "x: float32[32,64,8] -> float32[32,192,8]"
    none(*with_uses(longer, 20, 9))
    assert only(*with_uses(longer, 60, 2)).code == "JOL108"
    last = "x: float32[32,8] -> float32[7,8]"
    assert only(*with_uses(last, 20, 5)).code == "JOL108"
    none(*with_uses(last, 20, 15))
    none(*with_uses("x: float32[64] -> float32[32]", 20, 15))
    none(*with_uses(last, 7, 7, 6, 7, 7))  # as a benchmark has them


def test_static_values_that_select_code_or_come_again_are_no_loss() -> None:
    def told(difference: str, count: int, **uses: int) -> list[Event]:
        shapes = {f"0/{value}": times for value, times in uses.items()}
        calls = Dispatch(place=CALL, how="jitted", operation="train_step", shapes=shapes)
        more = compiled("arguments", count, differed=[difference])
        return [compiled("first"), more, calls]

    none(*told("train: bool True -> bool False", 1))
    none(*told("kind: str 'relu' -> str 'tanh'", 2))
    assert only(*told("label: str 'step 1' -> str 'step 2'", 30)).code == "JOL107"
    none(*told("n: int 8 -> int 16", 2, a=20, b=20, c=18))
    assert only(*told("n: int 1 -> int 2", 3, a=1, b=1, c=1)).code == "JOL107"


def test_one_smaller_batch_has_a_fix() -> None:
    smaller = compiled("arguments", 1, differed=["x: float32[32,8] -> float32[7,8]"])
    loss = only(compiled("first"), smaller)
    assert (loss.code, loss.codemod) == ("JOL108", "drop-remainder") and "smaller" in loss.change


def test_a_leaf_explains_more_than_its_tree() -> None:
    told = ["p (structure): PyTreeDef(a) -> PyTreeDef(b)", "p['a']: float32[2] -> float32[3]"]
    loss = only(compiled("first"), compiled("arguments", differed=told))
    assert "`p['a']` had another shape" in loss.reason


@pytest.mark.parametrize(
    ("cause", "code", "words"),
    [
        ("function", "JOL102", "a new function object of the same source"),
        ("wrapper", "JOL101", "`jax.jit` was called anew"),
        ("again", "", "nothing that can be seen"),
    ],
)
def test_compiled_again_for_itself(cause: str, code: str, words: str) -> None:
    loss = only(compiled("first"), compiled(cause, 20, 4.0))
    assert loss.code == code and words in loss.reason and "line 12" in loss.reason


def test_first_compilations_are_costs() -> None:
    found = table(run(compiled("first", seconds=4.0, trace_seconds=1.0)))
    assert not found.losses
    (cost,) = found.costs
    assert cost.seconds == 5.0 and "`train_step`" in cost.what
    assert (found.lengths.first, found.lengths.rest) == (5.0, 5.0)


def test_another_caller_may_have_a_program_of_its_own() -> None:
    shape = ["x: float32[32,8] -> float32[100,8]"]
    none(compiled("first"), compiled("arguments", place=line(60), differed=shape))
    none(compiled("first"), compiled("function", place=line(60)))


def test_operations_outside_of_jit_that_meet_new_shapes() -> None:
    def growing(count: int) -> Compile:
        return Compile(place=LOG, function="concatenate", cause="eager", count=count, seconds=2.0)

    assert "another shape, type or static value each time" in only(growing(100)).reason
    none(growing(2))


def waiting(via: str = "float", count: int = 800, **more: object) -> Wait:
    given = {
        "place": LOG, "first": 2.0, "last": 10.0, "seconds": 4.0, "blocked": count,
        "producer": CALL, "producer_name": "train_step", "bytes": 4 * count,
    } | more  # fmt: skip
    return Wait(via=via, count=count, **given)


STEPS = Dispatch(
    place=CALL, how="jitted", operation="train_step", count=800, seconds=0.5, first=0.0, loop=30
)


@pytest.mark.parametrize(
    ("via", "code", "codemod"),
    [
        ("float", "JOL402", "fetch-after-loop"),
        ("block_until_ready", "JOL403", "no-block"),
        ("print", "JOL404", "log-every"),
        ("if", "JOL402", ""),
    ],
)
def test_waits_of_each_step(via: str, code: str, codemod: str) -> None:
    loss = only(STEPS, waiting(via))
    assert (loss.code, loss.codemod, loss.place) == (code, codemod, LOG)
    assert "waited 800 times, 4.0 s, for `train_step` (line 31)" in loss.reason


def test_a_wait_costs_no_more_than_the_host_has_to_do() -> None:
    # In the 8 s the host waits 6, so that it works for 2: these the device stands still.
    assert only(STEPS, waiting(seconds=6.0)).seconds == pytest.approx(2.0)
    # Ten waits for eighty steps each: the device stands still for the host's work of ten steps.
    none(STEPS, waiting(count=10, seconds=6.0))
    none(STEPS, waiting(blocked=0, seconds=0.0))
    none(STEPS, waiting(count=2, blocked=2))
    # It was seen that work came 1 ms after a wait.
    assert only(STEPS, waiting(gaps=10, idle=0.01)).seconds == pytest.approx(0.8)
    none(STEPS, waiting(gaps=10, idle=0.0001))


def test_waits_for_one_call_are_one_loss() -> None:
    other = waiting(place=line(45), seconds=0.0, blocked=0)
    loss = only(STEPS, waiting(), other)
    assert loss.place == LOG and loss.also == (line(45),)


def test_a_function_that_runs_operation_by_operation() -> None:
    def eager(row: int, seconds: float) -> Dispatch:
        place = line(row, "simulate")
        return Dispatch(
            place=place, how="eager", operation="add", count=1000, seconds=seconds, loop=20
        )

    loss = only(eager(21, 1.0), eager(22, 2.0), eager(23, 1.0), eager(24, 1.0))
    assert loss.place == line(22, "simulate") and set(loss.also) == {
        line(row, "simulate") for row in (21, 23, 24)
    }
    assert "`simulate` handed 4,000 operations" in loss.reason and "line 20" in loss.change
    # 5 s for 4,000 operations; one call of 50 us remains for each of the 1,000 rounds.
    assert loss.seconds == pytest.approx(4.95) and loss.code == "JOL109"
    assert loss.target is None, "a loop of a thousand rounds is not compiled round by round"


def test_a_gradient_outside_of_jit() -> None:
    """Inside of it no operation is seen but by the programs that JAX compiles for it."""
    step, inside = line(22, "train"), line(5, "loss")
    events = [
        Compile(place=step, function="transpose", cause="eager", count=1, seconds=0.2),
        Compile(place=inside, chain=(step,), function="mul", cause="eager", count=1, seconds=0.2),
        Called(place=line(4, "loss"), chain=(step,), count=200, traced=50),
        Share(place=step, count=100, seconds=3.2),
        Share(place=inside, chain=(step,), count=100, seconds=1.2),
        Dispatch(place=line(9), how="eager", operation="zeros", count=1, seconds=0.1),
    ]
    loss = only(*events)
    assert (loss.place, loss.code, loss.codemod) == (step, "JOL109", "jit")
    assert loss.also == (inside,) and "`train`, with `loss` in a transform," in loss.reason
    assert loss.seconds == pytest.approx(4.0 - 200 * 50e-6)


@pytest.mark.parametrize(
    ("rounds", "change", "compiled"),
    [
        (2, "compile `forward` with `jax.jit`", True),
        (20, "compile `forward` with `jax.jit`, with the loop at line 20 as", True),
        (100, "compile what the loop at line 20 does", False),
    ],
)
def test_what_to_compile_of_a_function_with_a_loop(
    rounds: int, change: str, compiled: bool
) -> None:
    """A loop over a few layers is not what to compile, but the function that has it."""
    place, caller = line(22, "forward"), line(40)
    loss = only(
        Dispatch(place=place, how="eager", operation="+", count=1000, seconds=4.0, loop=20),
        Called(place=line(19, "forward"), chain=(caller,), count=100),
        Loop(place=line(20, "forward"), count=100 * rounds),
    )
    assert loss.change.startswith(change)
    assert (loss.target, loss.codemod) == ((line(0, "forward"), "jit") if compiled else (None, ""))


def test_a_function_that_others_trace_is_in_no_transform_here() -> None:
    place, layers = line(22, "greedy"), line(5, "apply")
    loss = only(
        Dispatch(place=place, how="eager", operation="+", count=1000, seconds=4.0),
        Dispatch(place=layers, chain=(place,), how="eager", operation="@", count=1000, seconds=2.0),
        Called(place=line(4, "apply"), chain=(place,), count=1000),
        Called(place=line(4, "apply"), chain=(line(60, "step"),), count=5, traced=5),
        # It is traced as a whole, too, where a compiled function calls it.
        Called(place=line(20, "greedy"), chain=(line(61, "step"), CALL), count=2, traced=2),
        Called(place=line(4, "apply"), chain=(place, line(61, "step"), CALL), count=2, traced=2),
        Called(place=line(20, "greedy"), chain=(line(80),), count=1000),
    )
    assert loss.place == place and "transform" not in loss.reason


def test_operators_have_the_time_that_was_sampled() -> None:
    place = line(22, "simulate")
    add = Dispatch(place=place, how="eager", operation="+", count=1000, loop=20)
    sampled = Share(place=place, count=250, seconds=5.0)
    wait = Wait(place=place, via="bool", count=1, seconds=1.0, blocked=1)
    assert only(add, sampled, wait).seconds == pytest.approx(4.0 - 1000 * 50e-6)


def test_setting_up_is_no_loss() -> None:
    places = [line(row) for row in range(1, 60)]
    none(*(Dispatch(place=p, how="eager", operation="zeros", count=1, seconds=0.1) for p in places))


def test_handing_data_over_is_no_eager_operation() -> None:
    none(Dispatch(place=CALL, how="eager", operation="jax.numpy.asarray", count=900, seconds=2.0))


def test_keys_of_rounds_are_no_eager_operations() -> None:
    none(Dispatch(place=CALL, how="eager", operation="jax.random.split", count=900, seconds=2.0))


def test_tiny_compiled_calls() -> None:
    def calls(seconds: float) -> Dispatch:
        return Dispatch(
            place=CALL, how="jitted", operation="move", count=100_000, seconds=seconds, loop=30
        )

    loss = only(calls(6.0))
    assert loss.kind == "tiny-calls" and "in the loop at line 30" in loss.reason
    none(calls(2.0))
    none(calls(60.0), seconds=100.0)


def test_traced_again() -> None:
    trace = Trace(place=CALL, function="loss", defined=line(5, "loss"), count=500, seconds=5.0)
    loss = only(trace)
    assert (loss.code, loss.codemod) == ("JOL109", "jit") and "traced 500 times" in loss.reason
    assert loss.seconds == pytest.approx(5.0 * 499 / 500)
    none(Trace(place=CALL, function="loss", count=500, seconds=5.0, inner=True))
    none(Trace(place=CALL, count=500, seconds=5.0))  # of many, which this JAX does not name


def test_arrays_that_move_again() -> None:
    def moved(again: int) -> Transfer:
        return Transfer(
            place=CALL, direction="to_device", via="train_step", count=100, bytes=100 * MIB,
            shape="float32[512,512]", again=again, again_bytes=again * MIB,
        )  # fmt: skip

    loss = only(moved(99))
    assert loss.code == "JOL406" and loss.bytes == 99 * MIB and "99 times" in loss.reason
    none(moved(0))


def test_arrays_that_go_back_as_they_came() -> None:
    def moved(back: int) -> Transfer:
        return Transfer(
            place=CALL, direction="to_device", via="train_step", count=100, bytes=100 * MIB,
            shape="float32[512,512]", back=back, back_bytes=back * MIB,
        )  # fmt: skip

    loss = only(moved(99))
    assert (loss.kind, loss.code, loss.bytes) == ("moved-back", "JOL405", 198 * MIB)
    assert "99 times, 99 MiB each way" in loss.reason
    none(moved(7))  # now and then, as for a checkpoint


def test_an_unrolled_loop() -> None:
    def body(row: int, count: int) -> Repeated:
        return Repeated(
            place=line(row, "model"), chain=(line(40, "loss"),), function="train_step",
            primitive="dot_general", times=24, count=count, equations=1000,
            loop=line(15, "model"), rounds=24,
        )  # fmt: skip

    loss = only(compiled("first", seconds=4.0), body(16, 500), body(17, 300))
    assert (loss.place, loss.code) == (line(15, "model"), "JOL202")
    assert "24 times: 800 of 1,000 equations, 80 %" in loss.reason
    assert loss.seconds == pytest.approx(4.0 * 0.8 * 23 / 24)


def test_a_few_layers_may_stand_unrolled() -> None:
    def layers(rounds: int, times: int, count: int, **loop: Place) -> Repeated:
        return Repeated(
            place=line(16, "model"), function="train_step", times=times, count=count,
            equations=500, rounds=rounds, **loop,
        )  # fmt: skip

    around = line(15, "model")
    none(compiled("first", seconds=4.0), layers(24, 24, 72, loop=around))
    none(compiled("first", seconds=4.0), layers(4, 4, 400, loop=around))
    none(compiled("first", seconds=4.0), layers(0, 40, 400))  # a library's, over leaves
    assert only(compiled("first", seconds=4.0), layers(24, 4, 400, loop=around)).count == 24


def test_little_memory_is_no_loss() -> None:
    def dead(amount: int) -> Undonated:
        return Undonated(place=CALL, function="f", arguments=["w"], count=6, looked=6, bytes=amount)

    assert only(dead(9 * MIB)).kind == "undonated"
    found = table(run(dead(7 * MIB)))
    assert not found.losses and [one.kind for one in found.below] == ["undonated"]


@pytest.mark.parametrize(
    ("event", "code", "codemod", "words"),
    [
        (
            Captured(place=CALL, function="f", bytes=8 * MIB, shapes=["float32[2097152]"]),
            "", "", "holds 8.0 MiB as constants (float32[2097152])",
        ),
        (
            Undonated(
                place=CALL, function="f", arguments=["params"], count=6, looked=6, bytes=8 * MIB
            ),
            "JOL301", "donate", "`params` was dead after `f` in each of 6 calls",
        ),
        (
            Residual(place=CALL, function="f", count=1, bytes=256 * MIB, shapes=["float32[16]"]),
            "JOL303", "remat", "keeps 256 MiB for the backward pass of `f`",
        ),
        (
            Promotion(place=CALL, function="f", before="bfloat16", after="float32", bytes=32 * MIB),
            "", "", "an array of bfloat16 became float32",
        ),
        (
            Collective(place=CALL, function="f", operation="all-gather", count=2, bytes=8 * MIB),
            "", "", "moves 8.0 MiB between devices by 2 `all-gather`",
        ),
    ],
)  # fmt: skip
def test_memory(event: Event, code: str, codemod: str, words: str) -> None:
    loss = only(event)
    assert (loss.code, loss.codemod, loss.group) == (code, codemod, Group.MEMORY)
    assert words in loss.reason and loss.place == CALL and loss.bytes >= 4 * MIB
    event.bytes = 1000
    none(event)


PROGRAMS = (
    Program(place=CALL, function="train_step", work=3e6, wide=1e6, count=1),
    Program(place=LOG, function="evaluate", work=1e6, count=1),
)


def test_a_loop_that_a_program_runs_twice() -> None:
    calls = Dispatch(place=LOG, how="jitted", operation="evaluate", count=800, loop=30)
    wait = Wait(place=LOG, via="float", count=1, blocked=1, seconds=4.0)
    earlier, later = line(25, "loss"), line(26, "loss")
    twice = Twice(place=later, function="train_step", primitive="scan", earlier=earlier, part=0.4)
    loss = only(STEPS, calls, wait, *PROGRAMS, twice)
    assert (loss.kind, loss.place, loss.also) == ("computed-twice", later, (earlier,))
    # Of 4.5 s the device was at work on the step for three quarters.
    assert (
        loss.seconds == pytest.approx(0.4 * 0.75 * 4.5) and "what line 25 computes" in loss.reason
    )
    none(STEPS, calls, wait, *PROGRAMS)


def test_a_call_that_another_one_holds() -> None:
    def calls(shared: int) -> Dispatch:
        return Dispatch(
            place=LOG, how="jitted", operation="evaluate", count=800, loop=30, looked=50,
            inside=CALL, inside_name="train_step", shared=shared,
        )  # fmt: skip

    wait = Wait(place=LOG, via="float", count=1, blocked=1, seconds=3.5)
    step, evaluate = PROGRAMS
    evaluate.lines, step.lines = {"model.py:3": 900, "model.py:4": 100}, {"model.py:3": 2700}
    loss = only(STEPS, calls(50), wait, step, evaluate)
    assert (loss.place, loss.also, loss.code) == (LOG, (CALL,), "JOL501")
    assert loss.seconds == pytest.approx(4.0 / 4)
    none(STEPS, calls(2), wait, step, evaluate)
    step.lines = {"model.py:3": 800}
    none(STEPS, calls(50), wait, step, evaluate)
    step.lines, evaluate.lines = {}, {}


def test_calls_for_one_thing_after_another() -> None:
    def calls(**more: object) -> Dispatch:
        given = {"looked": 60, "shapes": {"a/b": 30, "a/c": 30}, "seconds": 0.8} | more
        return Dispatch(
            place=CALL, how="jitted", operation="fit", count=800, loop=30, **given
        )  # fmt: skip

    parts = Compile(place=LOG, function="stack", cause="eager", count=1, seconds=2.0)
    loss = only(calls(), parts)
    assert (loss.kind, loss.place) == ("one-by-one", CALL) and "`fit` 800 times" in loss.reason
    assert loss.seconds == pytest.approx(0.8 * 799 / 800 + 2.0)
    none(calls(fed=60))
    none(calls(same=60))
    none(calls(shapes={"a/b": 30, "c/b": 30}))
    none(calls(seconds=4.0))
    none(calls(), Transfer(place=CALL, direction="to_device", via="fit", count=800, bytes=3200))


def test_a_wider_type_costs_time_and_compilations() -> None:
    wait = Wait(place=LOG, via="float", count=1, blocked=1, seconds=3.5)
    first, then = line(38, "react"), line(39, "react")
    wide = [
        Promotion(place=p, function="train_step", before="float32", after="float64", bytes=4 * MIB)
        for p in (first, then)
    ]
    again = compiled("arguments", differed=["u: float32[400] -> float64[400]"], seconds=2.0)
    loss = only(STEPS, wait, PROGRAMS[0], *wide, compiled("first"), again, seconds=20.0)
    assert (loss.kind, loss.place, loss.also) == ("widened", first, (then,))
    assert loss.seconds == pytest.approx(4.0 / 3 / 2 + 2.0) and loss.bytes == STEPS.count * 4 * MIB
    # A product widens by itself: what is cast may be small, and the work large.
    small = Promotion(
        place=first, function="train_step", before="float32", after="float64", bytes=4096
    )
    none(STEPS, wait, PROGRAMS[0], small)
    back = dataclasses.replace(PROGRAMS[0], returns="float32")
    assert only(STEPS, wait, back, small).seconds == pytest.approx(4.0 / 3 / 2)
    none(STEPS, wait, dataclasses.replace(back, returns="float64"), small)


def test_what_a_sharded_program_owes_is_a_cost() -> None:
    reduce = Collective(place=CALL, function="f", operation="all-reduce", count=2, bytes=8 * MIB)
    found = table(run(reduce))
    assert not found.losses and [cost.bytes for cost in found.costs] == [8 * MIB]


def test_sums_in_each_round_of_a_loop() -> None:
    sums = Collective(
        place=CALL, function="f", operation="psum", count=16, rounds=16, bytes=16 * MIB
    )
    loss = only(sums)
    assert (loss.kind, loss.bytes) == ("summed-in-loop", 15 * MIB) and "16 rounds" in loss.reason


def test_arguments_that_die_in_some_calls_only() -> None:
    none(Undonated(place=CALL, function="f", count=3, looked=6, bytes=8 * MIB))


@pytest.mark.parametrize(
    ("event", "code", "words"),
    [
        (
            KeyUse(place=CALL, how="reused", consumer="jax.random.normal", earlier=LOG, count=1),
            "JOL802", "`jax.random.normal` used up a key that had been used up at line 44",
        ),
        (
            KeyUse(place=CALL, how="constant", consumer="jax.random.key", count=99),
            "JOL802", "the same seed again, which gives the same numbers, 99 times",
        ),
        (
            Impurity(place=CALL, how="effect", what="numpy.random.normal", function="f", count=1),
            "JOL803", "`numpy.random.normal` ran while `f` was traced",
        ),
        (Impurity(place=CALL, how="leak", what="self.last", count=1), "JOL804", "whose trace has"),
        (
            Impurity(place=CALL, how="changed", what="self.n", function="f", count=1),
            "JOL803", "`self.n` was changed while `f` was traced, and no later call changes it",
        ),
        (
            Promotion(
                place=CALL, before="float64", after="float32", silent=True, lost=0.9, count=1
            ),
            "JOL905", "90 % of those that were looked at do not fit or cannot be told from others",
        ),
        (Impurity(place=CALL, how="stale", what="SCALE", count=1), "JOL112", "has changed since"),
        (
            EarlyTimer(place=CALL, clock="time.time", started=line(29), pending=line(30), count=5),
            "JOL407", "begun at line 29, was read 5 times while the device was still at work",
        ),
        (
            Promotion(place=CALL, before="float64", after="float32", silent=True, count=1),
            "JOL905", "float64 was asked for, and float32 is what came",
        ),
    ],
)  # fmt: skip
def test_results(event: Event, code: str, words: str) -> None:
    loss = only(event)
    assert (loss.code, loss.group) == (code, Group.RESULTS) and words in loss.reason


def test_worst_first() -> None:
    key = KeyUse(place=line(70), how="reused", consumer="split", count=1)
    slow = compiled("wrapper", 20, 2.0)
    large = Captured(place=line(90), function="g", bytes=512 * MIB)
    larger = Captured(place=line(91), function="h", bytes=513 * MIB)
    found = table(run(large, larger, slow, STEPS, waiting(), key))
    assert [loss.kind for loss in found.losses] == [
        "key-reused", "waited", "compiled-again", "captured", "captured",
    ]  # fmt: skip
    assert [loss.bytes // MIB for loss in found.of(Group.MEMORY)] == [513, 512]


def test_under_two_percent_is_no_loss() -> None:
    small = table(run(compiled("wrapper", 3, 0.19, first=0.0)))
    assert not small.losses and [loss.kind for loss in small.below] == ["compiled-again"]
    assert table(run(compiled("wrapper", 3, 0.21, first=0.0))).losses


def test_processes_side_by_side_are_one_loss() -> None:
    both = [process(0), process(1, seconds=20.0)]
    events = [compiled("wrapper", 10, seconds, process=i) for i, seconds in enumerate((3.0, 4.0))]
    (loss,) = table(run(*events, processes=both)).losses
    assert (loss.processes, loss.count, loss.seconds) == (2, 20, 4.0)


def test_a_process_without_jax_loses_nothing() -> None:
    found = table(run(processes=[process(jax="", seconds=5.0)]))
    assert not found.losses and found.lengths.elapsed == 5.0


def test_rules_and_codemods_that_losses_name_belong_together() -> None:
    """Losses cannot look into the registry, so that nobody but this test holds them to it."""
    fixes = {
        rule.code: {rule.fix, *rule.other_fixes} - {None} for rule in registry.rules().values()
    }
    text = "".join(path.read_text() for path in Path(losses.__file__).parent.glob("*.py"))
    codes = set(re.findall(r'"(JOL\d{3})"', text))
    pairs = re.findall(r'"(JOL\d{3})",?\s+"([a-z][a-z-]+)"', text)
    assert len(codes) > 15 and len(pairs) > 8
    assert codes <= set(fixes)
    assert all(fix in fixes[code] for code, fix in pairs), pairs


def test_what_is_gathered_only_to_be_summed() -> None:
    calls = Dispatch(place=CALL, how="jitted", operation="f", count=10)
    gathered = Collective(
        place=LOG,
        function="f",
        operation="all_gather",
        by_name=True,
        count=20,
        bytes=MIB,
        rounds=20,
    )
    loss = only(gathered, calls)
    assert loss.place == LOG and loss.bytes == 10 * MIB
    assert "in 20 rounds of a loop only to reduce them" in loss.reason and "pmean" in loss.change
    asked = Collective(place=LOG, function="f", operation="all-gather", by_name=True, bytes=MIB)
    found = table(run(asked, calls))
    assert not found.losses and [cost.bytes for cost in found.costs] == [MIB]


def test_tiny_calls_are_told_by_their_work_where_calls_are_slow() -> None:
    calls = Dispatch(
        place=CALL, how="jitted", operation="train_step", count=4000, seconds=2.0, loop=30
    )
    wait = Wait(
        place=LOG, via="float", count=4000, blocked=4000, seconds=2.0, producer=CALL,
        producer_name="train_step",
    )  # fmt: skip
    small = Program(place=CALL, function="train_step", work=4e4, count=1)
    assert table(run(calls, wait, small)).losses[0].kind == "tiny-calls"
    small.work = 4e6
    assert only(calls, wait, small).kind == "waited"


def test_the_same_call_twice() -> None:
    again = Dispatch(
        place=LOG, how="jitted", operation="train_step", count=100, looked=60, shared=60,
        inside=CALL, inside_name="train_step",
    )  # fmt: skip
    first = Dispatch(place=CALL, how="jitted", operation="train_step", count=100)
    wait = Wait(place=line(50), via="float", count=1, blocked=1, seconds=4.0)
    loss = only(PROGRAMS[0], first, again, wait)
    assert (loss.kind, loss.place, loss.also) == ("computed-twice", LOG, (CALL,))
    assert loss.seconds == pytest.approx(2.0) and "the same arguments as at line" in loss.reason
