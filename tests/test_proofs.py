"""The page of `verify --html`: what stands on it, and that nothing in it can run."""

from __future__ import annotations

import math
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.finding import Check, Evidence, Verdict
from jaxopt_lint.report.proofs import Proof, page

OLD = "def f(xs):\n    out = []\n    for x in xs:\n        out.append(x + 1)\n    return out\n"
NEW = "def f(xs):\n    return [x + 1 for x in xs]\n"
FOUND = Evidence(
    Verdict.VERIFIED,
    checks=(
        Check("value", True, "seed 0: error 1.0e-08, tolerance 1.0e-06", 1e-8, 1e-6),
        Check("tree", True, "4 comparisons"),
        Check("shape", True, "4 comparisons"),
        Check("vmap", None, "`f` cannot be mapped"),
    ),
    inputs="a run of <train.py>",
    gain={
        "memory_temp_bytes": {"before": 2048, "after": 1024},
        "hlo_operations": {"before": 7, "after": 7},
    },
    environment={"jax": "0.10.2"},
)


def texts(html: str) -> str:
    """What a reader sees, in one line."""
    parts: list[str] = []
    parser = HTMLParser()
    parser.handle_data = parts.append  # type: ignore[method-assign]
    parser.feed(html.split("<body>")[1])
    return re.sub(r"\s+", " ", " ".join(parts))


def test_page() -> None:
    seen = texts(page([Proof("m.py f", OLD, NEW, FOUND)]))
    for words in (
        "1 rewrite", "1 verified", "VERIFIED every check passed on real inputs",
        "inputs: a run of <train.py>", "4 out.append(x + 1)", "2 return [x + 1 for x in xs]",
        "value ok seed 0: error 1.0e-08, tolerance 1.0e-06", "vmap not made f cannot be mapped",
        "others ok hold: tree, shape", "memory temp bytes 2 KiB 1 KiB", "jax 0.10.2",
    ):  # fmt: skip
        assert words in seen
    assert "hlo operations" not in seen  # the same before and after


@pytest.mark.parametrize(
    ("error", "width", "kind"),
    [
        (0.0, 0, "dispatch"),
        (1e-9, 0, "dispatch"),
        (1e-6 * 10**-1.5, 50, "dispatch"),
        (1e-6, 100, "dispatch"),
        (1e-3, 100, "again"),
        (math.inf, 100, "again"),
        (math.nan, 0, "again"),
    ],
)
def test_bar_of_an_error(error: float, width: int, kind: str) -> None:
    check = Check("value", error <= 1e-6, "told", error, 1e-6)
    made = page([Proof("f", OLD, NEW, Evidence(Verdict.VERIFIED, checks=(check,)))])
    assert f'<span class="bar {kind}" style="width: {width}%">' in made


def test_nothing_of_the_users_is_markup() -> None:
    bad = '</td><script>alert("x")</script>'
    check = Check(bad, False, bad)
    evidence = Evidence(
        Verdict.REFUTED, checks=(check,), inputs=bad, environment={bad: bad},
        gain={bad: {"before": 1, "after": 2, "claim": bad, "inputs": bad}},
    )  # fmt: skip
    made = page([Proof(bad, bad, NEW, evidence)])
    assert "<script" not in made
    assert "default-src 'none'" in made


def test_a_page_of_nothing() -> None:
    assert "Nothing was tried." in page([])


def test_command_writes_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from jaxopt_lint.verify import harness

    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.py").write_text(OLD)
    (tmp_path / "new.py").write_text(NEW)
    monkeypatch.setattr(harness, "verify_pair", lambda *a, **k: FOUND)
    assert main(["verify", "old.py:f", "new.py:f", "--html", "page.html"]) == 0
    seen = texts((tmp_path / "page.html").read_text())
    assert "old.py:f -> new.py:f" in seen
    assert "return [x + 1 for x in xs]" in seen
    assert main(["verify", "old.py:f", "new.py:f", "--html", "no/page.html"]) == 2
