"""How a run is shown: what stands at the top, what is escaped, what programs can read."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest
from observed_runs import STEP, line, process, run

from jaxopt_lint.observe.child.events import (
    Captured,
    Compile,
    Dispatch,
    Event,
    KeyUse,
    Place,
    Share,
    Trace,
    Transfer,
    Undonated,
    Wait,
)
from jaxopt_lint.observe.difference import difference
from jaxopt_lint.observe.figures import NAMES, figures
from jaxopt_lint.observe.limits import BadLimit, limit
from jaxopt_lint.observe.losses.loss import Group, Loss
from jaxopt_lint.observe.losses.table import Table, table
from jaxopt_lint.observe.reading import Run
from jaxopt_lint.report.console import Style
from jaxopt_lint.report.observed import compared
from jaxopt_lint.report.observed.as_json import as_json
from jaxopt_lint.report.observed.page import page
from jaxopt_lint.report.observed.perfetto import perfetto
from jaxopt_lint.report.observed.text import text

MIB = 1 << 20
EVIL = "a</script><img src=x onerror=alert(1)>'\"&`b`.py"
EVIL_CODE = "x = '</pre></td></script><script>alert(1)</script>' # \x1b[31m \u202e\n" * 12


CALL, LOG = line(31), line(44)


def some(place: Place = CALL, other: Place = LOG) -> list[Event]:
    """A run with a loss of each group, and a loss that is too small."""
    again = Compile(
        place=place, function="train_step", defined=STEP, cause="arguments", count=39, first=1.0,
        seconds=3.0, trace_seconds=0.5, differed=["n: int 3 -> int 4"], chain=(line(50),),
    )  # fmt: skip
    return [
        Trace(place=place, function="train_step", count=40, seconds=0.5, first=1.0),
        Compile(place=place, function="train_step", defined=STEP, cause="first", count=1,
                seconds=1.0, first=1.0),
        again,
        Dispatch(place=place, how="jitted", operation="train_step", count=800, seconds=0.5),
        Wait(place=other, via="float", count=800, blocked=800, seconds=0.01, first=1.0,
             producer=place, producer_name="train_step"),
        Transfer(place=place, direction="to_device", via="train_step", count=9, bytes=9 * MIB),
        Undonated(place=place, function="train_step", arguments=["w"], count=6, looked=6,
                  bytes=8 * MIB),
        Captured(place=place, function="train_step", bytes=12 * MIB, shapes=["float32[3145728]"]),
        KeyUse(place=other, how="reused", consumer="jax.random.normal", count=1, earlier=place),
        Share(place=place, count=400, seconds=8.0),
    ]  # fmt: skip


def evil(tmp_path: Path) -> Run:
    """A run of a program whose every name and line is written to break out of a page."""
    place = Place(EVIL, 3, "</code><script>f")
    (tmp_path / "abc").write_text(EVIL_CODE)
    one = process(argv=[EVIL], unwatched=["</p><script>w"], notes=["<b>"], files={EVIL: "abc"})
    events = some(place, Place(EVIL, 5, "g"))
    for event in events:
        for name in ("function", "consumer", "operation", "via", "producer_name"):
            if getattr(event, name, ""):
                setattr(event, name, f"</script><script>{name}")
    return run(*events, processes=[one], command=["python", EVIL], contents=tmp_path)


class Tags(HTMLParser):
    """The tags of a page, and its attributes."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in ("meta", "line", "rect", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("line", "rect"):
            assert self.open.pop() == tag, f"</{tag}> closes something else"


def test_the_top_says_where_it_ran() -> None:
    both = [process(0, devices=8), process(1, cut=True, unwatched=["JAX 9: no traces"])]
    shown = text(table(run(*some(), processes=both)), Style())
    assert "Observed 20261122-104500: python train.py" in shown
    assert "jax 0.10.2, cpu, 8 devices, 2 processes; ran 10 s" in shown
    assert "1 of 2 processes was cut" in shown and "not watched: JAX 9: no traces" in shown


def test_losses_stand_by_group_with_place_cause_and_change() -> None:
    shown = text(table(run(*some())), Style())
    heads = [one for one in shown.splitlines() if one and not one.startswith(" ")]
    assert heads[1:4] == [
        "What can make results wrong", "Time that can be saved", "Memory that can be saved",
    ]  # fmt: skip
    assert "  3.5 s, 39 %  train.py:31  JOL107\n    `train_step` was compiled 39 times" in shown
    assert "(codemod `donate`)" in shown
    assert "--select JOL802,JOL301 train.py" in shown
    assert "`float(...)` waited" not in shown.partition("Paid in any case")[0]
    assert "called from train.py:50" not in shown
    verbose = text(table(run(*some())), Style(), verbose=True)
    assert "Too little to be a loss" in verbose and "called from train.py:50" in verbose


def test_a_run_without_losses_says_so() -> None:
    shown = text(table(run(Dispatch(place=line(1), how="jitted", count=3))), Style())
    assert "No loss of 2 % of the run or more." in shown
    nothing = text(table(run(processes=[process(jax="")])), Style())
    assert "no process of the run used JAX" in nothing


def test_much_that_may_be_no_loss_is_shown_and_little_is_not() -> None:
    found = table(run(Dispatch(place=line(1), how="jitted", count=3)))
    found.below += [
        Loss("unrolled", Group.TIME, line(2), "little", "do", seconds=0.5, share=0.05),
        Loss("host-call", Group.TIME, line(3), "it saves", "so", seconds=3, share=0.3, minor=True),
    ]  # fmt: skip
    shown = text(found, Style())
    assert "but much\n  3.0 s, 30 %  train.py:3\n    it saves" in shown and "little" not in shown


def test_a_program_cannot_command_the_terminal(tmp_path: Path) -> None:
    shown = text(table(run(*some(Place("a\x1b[2J\n.py", 3, "f")))), Style(), verbose=True)
    assert "\x1b" not in shown and "a\u241b[2J\u240a.py:3" in shown


def test_json_holds_the_table() -> None:
    found = json.loads(as_json(table(run(*some()))))
    assert found["run"]["processes"][0]["backend"] == "cpu" and not found["run"]["cut"]
    first, second = found["losses"][:2]
    assert (first["code"], first["codemod"], first["group"]) == ("JOL802", "split-key", "results")
    assert second["place"] == {"file": "train.py", "line": 31, "function": "main", "column": 0}
    assert second["seconds"] == pytest.approx(3.5) and second["chain"][0]["line"] == 50
    assert found["figures"]["compiles"] == 40
    assert {one["kind"] for one in found["below"]} == {"waited"}


def test_the_page_is_well_formed_and_needs_nothing(tmp_path: Path) -> None:
    (tmp_path / "abc").write_text("".join(f"code = {i}\n" for i in range(1, 60)))
    one = process(files={"train.py": "abc"})
    shown = page(table(run(*some(), processes=[one], contents=tmp_path)))
    tags = Tags(shown)
    assert not tags.open
    assert {"script", "link", "img", "iframe"}.isdisjoint(tags.tags)
    addresses = {value for name, value in tags.attributes if name in ("href", "src")}
    assert all(one.startswith(("#", "https://github.com/")) for one in addresses if one)
    ids = [value for name, value in tags.attributes if name == "id"]
    assert len(set(ids)) == len(ids)
    inside = {one[1:] for one in addresses if one and one.startswith("#")}
    assert inside <= set(ids)
    assert "prefers-color-scheme: dark" in shown and "default-src 'none'" in shown
    assert "code = 31" in shown and "code = 44" in shown
    for words in ("was compiled 39 times", "JOL107", "jax 0.10.2, cpu", "Codemod <code>donate"):
        assert words in shown
    for picture in re.findall(r"<svg.*?</svg>", shown, re.DOTALL):
        assert ET.fromstring(picture).get("aria-label")


def test_nothing_of_the_program_is_markup(tmp_path: Path) -> None:
    observed = evil(tmp_path)
    shown = page(table(observed))
    tags = Tags(shown)
    assert not tags.open and {"script", "img", "b"}.isdisjoint(tags.tags)
    assert not [name for name, _ in tags.attributes if name.startswith("on")]
    assert "\x1b" not in shown and "\u202e" not in shown
    assert "&lt;/script&gt;&lt;script&gt;function" in shown
    json.loads(perfetto(table(observed)))


def test_ten_thousand_events_make_a_page_of_some_megabytes() -> None:
    events: list[Event] = []
    for number in range(10_000):
        kind = (Compile, Wait, Dispatch, Trace)[number % 4]
        place = line(number // 4 + 1, f"f{number % 50}", f"m{number % 7}.py")
        events.append(
            kind(place=place, count=3, seconds=0.001, first=number / 1000, last=10.0, bytes=10)
        )
    shown = page(table(run(*events)))
    assert not Tags(shown).open and len(shown) < 8 << 20
    lanes = re.search(r"<svg.*?</svg>", shown, re.DOTALL)
    assert lanes and lanes[0].count("<rect") < 4_100


def test_perfetto_has_rows_bars_and_counters() -> None:
    found = json.loads(perfetto(table(run(*some()))))["traceEvents"]
    names = {one["args"]["name"] for one in found if one["ph"] == "M"}
    assert {"trace", "compile", "dispatch", "wait"} <= names
    bars = [one for one in found if one["ph"] == "X"]
    assert {one["cat"] for one in bars} == {"trace", "compile", "dispatch", "wait"}
    first = next(one for one in bars if one["name"] == "compile train_step")
    assert (first["ts"], first["dur"], first["args"]["place"]) == (1e6, 1e6, "train.py:31")
    counters = {one["name"]: one["args"] for one in found if one["ph"] == "C"}
    assert counters["compilations"] == {"compilations": 40}
    assert counters["bytes to the device"] == {"bytes to the device": 9 * MIB}


def test_every_figure_has_a_name_and_a_value() -> None:
    found = figures(table(run(*some())))
    assert list(found) == list(NAMES)
    assert (found["compiles"], found["recompiles"], found["waits"]) == (40, 39, 800)
    assert found["lost-seconds"] == pytest.approx(3.5)


@pytest.mark.parametrize(
    ("given", "fails"),
    [
        ("compiles>3", True), ("compiles > 40", False), ("compiles>=40", True),
        ("compiles==40", True), ("wait-seconds>5ms", True), ("wait_seconds > 0.5", False),
        ("undonated-bytes>4MiB", True), ("undonated-bytes>9MB", False), ("lost-share>20%", True),
        ("reused-keys!=0", True),
    ],
)  # fmt: skip
def test_limits(given: str, fails: bool) -> None:
    assert bool(limit(given).exceeded(figures(table(run(*some()))))) is fails


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("compiles", "is no limit"), ("compiles>", "is no limit"), ("compiles=3", "is no limit"),
        ("compile>3", "did you mean `compiles`?"), ("qqqqqq>3", "figures are compiles"),
        ("compiles>3s", "is a count and takes no unit"),
        ("lost-bytes>3s", "`lost-bytes` takes b, kb"), ("__import__('os')>3", "is no limit"),
    ],
)  # fmt: skip
def test_what_is_no_limit_is_said(given: str, words: str) -> None:
    with pytest.raises(BadLimit, match=re.escape(words)):
        limit(given)


def moved(*events: Event, by: int) -> list[Event]:
    """The same events, further down in their files."""
    for event in events:
        event.place = event.place._replace(line=event.place.line + by)
    return list(events)


def test_two_runs_are_compared_by_what_they_lost() -> None:
    def observed(*events: Event) -> Table:
        return table(run(*events))

    before = observed(*some())
    kept = [one for one in some() if one.kind not in ("compile", "trace")]
    kept.append(Compile(place=CALL, function="train_step", cause="first", count=1, seconds=1.0))
    large = Captured(place=line(90, "g"), function="g", bytes=16 * MIB)
    after = observed(*moved(*kept, by=3), large)
    found = difference(before, after)
    assert [loss.kind for loss in found.gone] == ["compiled-again"]
    assert [loss.bytes for loss in found.new] == [16 * MIB]
    assert {old.kind for old, _ in found.both} == {"key-reused", "undonated", "captured"}
    assert found.figures["compiles"] == (40, 1)
    shown = compared.text(before, after, found, Style())
    assert "Gone\n  3.5 s, 39 %  train.py:31  JOL107" in shown and "compiles" in shown
    assert json.loads(compared.as_json(before, after, found))["figures"]["compiles"]["after"] == 1


def test_the_manual_tells_every_figure_and_every_kind_of_loss() -> None:
    root = Path(__file__).parent.parent.parent
    manual = (root / "docs" / "observe.md").read_text(encoding="utf-8")
    for name, (_, meaning) in NAMES.items():
        assert f"| `{name}` | {meaning} |" in manual
    sources = (root / "jaxopt_lint" / "observe" / "losses").glob("*.py")
    called = "".join(path.read_text(encoding="utf-8") for path in sources)
    kinds = set(re.findall(r"Loss\(\s*\"([a-z0-9-]+)\"", called))
    assert len(kinds) > 10
    assert all(f"`{kind}`" in manual for kind in kinds), kinds
