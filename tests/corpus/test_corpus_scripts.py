"""The corpus scripts: unpacking, labels, and the checks on rewritten files."""

from __future__ import annotations

import importlib
import io
import sys
import tarfile
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Import a helper module that lies next to `scripts/corpus`."""
    monkeypatch.syspath_prepend(str(SCRIPTS))

    def load(name: str) -> ModuleType:
        return importlib.import_module(name)

    yield load
    for name in [name for name in sys.modules if name.startswith("_corpus_")]:
        del sys.modules[name]


def sdist(path: Path, members: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        link = tarfile.TarInfo("p-1/link.py")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return path


def test_unpack_keeps_sources_and_stays_inside(scripts: Any, tmp_path: Path) -> None:
    members = {
        "p-1/a/b.py": b"x = 1\n",
        "p-1/pyproject.toml": b"",
        "p-1/data.bin": b"\0",
        "p-1/../../evil.py": b"",
        "p-1//abs.py": b"",
    }
    target = tmp_path / "in" / "p"
    count = scripts("_corpus_store").unpack(sdist(tmp_path / "p-1.tar.gz", members), target)
    found = {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*.py")}
    assert found == {"in/p/a/b.py"}
    assert count == 2  # with pyproject.toml


def test_projects_are_pinned_once_each(scripts: Any) -> None:
    pinned = scripts("_corpus_store").projects()
    assert len({p.name for p in pinned}) == len(pinned)
    assert all(len(p.sha256) == 64 and p.version in p.file for p in pinned)


def test_an_archive_with_another_hash_is_refused(
    scripts: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = scripts("_corpus_store")
    monkeypatch.setenv("JAXOPT_LINT_CORPUS", str(tmp_path))
    (tmp_path / ".archives").mkdir()
    archive = sdist(tmp_path / ".archives" / "p-1.tar.gz", {"p-1/a.py": b""})
    with pytest.raises(store.CorpusError, match="sha256"):
        store.fetch(store.Project("p", "1", archive.name, "0" * 64))
    assert not (tmp_path / "p-1").exists()
    sdist(archive, {"p-1/a.py": b""})
    good = store.Project("p", "1", archive.name, store.digest(archive))
    assert store.fetch(good) == "p-1: 1 files"
    assert store.fetch(good) == "p-1: present"


def test_compare_counts_precision_losses_and_news(scripts: Any) -> None:
    lint = scripts("_corpus_lint")

    def site(line: int, rule: str = "r", path: str = "a.py") -> Any:
        return lint.Site("p", "1", path, line, rule)

    known = {site(1): "true", site(2): "false", site(3): "true", site(4): "unsure"}
    known[site(5)] = "false"
    found = {site(1), site(2), site(4), site(9), site(9, path="unlabelled.py")}
    result = lint.compare(found, known)
    assert result.rules["r"].precision == 0.5
    assert result.rules["r"].kept == 0.5
    assert (result.rules["r"].unsure, result.rules["r"].gone) == (1, 1)
    assert result.lost == [site(3)]
    assert result.wrong == [site(2)]
    assert result.new == [site(9)]
    assert "lost: p-1/a.py:3 r" in lint.table(result)


def test_a_filled_in_form_becomes_labels_without_source(
    scripts: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAXOPT_LINT_CORPUS", str(tmp_path))
    (tmp_path / "p-1").mkdir()
    store, lint = scripts("_corpus_store"), scripts("_corpus_lint")
    project = store.Project("p", "1", "p-1.tar.gz", "")
    rows = [
        {
            "code": "JOL1",
            "name": "r",
            "message": f'"{n}" \\ é',
            "filename": name,
            "location": {"row": n, "column": 1},
        }
        for n, name in enumerate(["a.py", str(tmp_path / "p-1" / "b.py"), "c.py"], start=1)
    ]
    reports = [lint.Report(project, rows, 1, 0.0, "")]
    form = lint.sheet(reports, 2, 7, [lint.Site("p", "1", "c.py", 3, "r")])
    assert form == lint.sheet(reports, 2, 7, [lint.Site("p", "1", "c.py", 3, "r")])
    assert [r["path"] for r in tomllib.loads(form)["finding"]] == ["a.py", "b.py"]

    sheet, labels = tmp_path / "sheet.toml", tmp_path / "labels.toml"
    sheet.write_text(form.replace('verdict = ""', 'verdict = "true"', 1), encoding="utf-8")
    assert lint.adopt(sheet, labels) == 1
    assert lint.labels(labels) == {lint.Site("p", "1", "a.py", 1, "r"): "true"}
    assert "JOL1" not in labels.read_text() and "message" not in labels.read_text()

    sheet.write_text(form.replace('verdict = ""', 'verdict = "maybe"'), encoding="utf-8")
    with pytest.raises(store.CorpusError, match="maybe"):
        lint.adopt(sheet, labels)


def test_rates_are_findings_for_each_thousand_lines(
    scripts: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAXOPT_LINT_CORPUS", str(tmp_path))
    (tmp_path / "p-1").mkdir()
    (tmp_path / "p-1" / "a.py").write_text("import jax\n" * 500)
    (tmp_path / "p-1" / "plain.py").write_text("x = 1\n" * 500)
    store, lint = scripts("_corpus_store"), scripts("_corpus_lint")
    row = {"code": "JOL1", "name": "r", "severity": "warning", "location": {"row": 1}}
    report = lint.Report(store.Project("p", "1", "p-1.tar.gz", ""), [row, row], 1, 0.0, "")
    lines = [line.split() for line in lint.rates([report])]
    assert ["p-1", "500", "4.00", "0.00", "4.00", "0.00"] in lines
    assert ["JOL1", "r", "2", "4.0000"] in lines


def test_labels_of_a_random_sample_are_told_apart(scripts: Any, tmp_path: Path) -> None:
    lint = scripts("_corpus_lint")
    drawn, other = (lint.Site("p", "1", "a.py", n, "r") for n in (1, 2))
    rows = [
        {**lint.asdict(drawn), "verdict": "true", "sample": True},
        {**lint.asdict(other), "verdict": "false"},
    ]
    sheet, labels = tmp_path / "sheet.toml", tmp_path / "labels.toml"
    sheet.write_text(lint._toml("finding", rows, "#"), encoding="utf-8")
    for _ in range(2):  # a second form keeps the marks of the first
        lint.adopt(sheet, labels)
        sheet.write_text("", encoding="utf-8")
    assert lint.sampled(labels) == {drawn}
    line = lint.estimate({drawn, other}, lint.labels(labels), lint.sampled(labels))
    assert "precision 1.00 (1 true, 0 false" in line
    assert lint.estimate({drawn, other}, lint.labels(labels), set()) == ""


def test_damage_in_a_rewrite_is_seen(scripts: Any, tmp_path: Path) -> None:
    store, fix = scripts("_corpus_store"), scripts("_corpus_fix")
    before, after = tmp_path / "before", tmp_path / "after"
    for folder in (before, after):
        folder.mkdir()
    texts = {
        "same.py": ("import os  # a\nos.getcwd()\n", "import os\n\n# a\nos.getcwd()\n"),
        "comment.py": ("x = 1  # a\ny = 2  # a\n", "x = 1  # a\ny = 2\n"),
        "syntax.py": ("x = 1\n", "x = = 1\n"),
        "names.py": ("import os\nos.getcwd()\n", "import os\nimport re\nos.getcwd()\nz\n"),
        "already.py": ("print 1\n", "print 2\n"),
    }
    for name, (old, new) in texts.items():
        (before / name).write_text(old)
        (after / name).write_text(new)
    outcome = fix.Outcome(store.Project("p", "1", "f", ""))
    fix.inspect(outcome, before, after, sorted(texts))
    assert outcome.comments == ["comment.py: # a"]
    assert [text.partition(":")[0] for text in outcome.syntax] == ["syntax.py"]
    assert sorted(text.split()[1] for text in outcome.names) == ["F401", "F821"]
    assert len(outcome.violations) == 4
    assert "total" in fix.table([outcome])


def test_used_repositories_are_named_once_with_what_for(scripts: Any) -> None:
    store = scripts("_corpus_store")
    rows = tomllib.loads(store.USED.read_text(encoding="utf-8"))["repository"]
    names = [row["name"].lower() for row in rows]
    assert len(names) == len(set(names))
    for row in rows:
        assert set(row) == {"name", "commit", "used-for"}, row
        assert row["name"].count("/") == 1 and row["used-for"], row
        assert all(c in "0123456789abcdef" for c in row["commit"]), row


def test_what_was_used_is_known_under_another_owner_and_as_a_release(scripts: Any) -> None:
    store = scripts("_corpus_store")
    assert store.used("google/brax") and store.used("somebody/brax")
    assert any("release" in use for use in store.used("blackjax-devs/blackjax"))
    assert store.used("nobody/never-heard-of-it") == []
