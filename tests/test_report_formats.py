"""Reports for other programs fit their schemas, whatever names and texts are in them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlparse
from xml.etree import ElementTree

import jsonschema
import pytest
import xmlschema

from jaxopt_lint import registry
from jaxopt_lint.cli.main import main
from jaxopt_lint.finding import (
    Applicability,
    Edit,
    Finding,
    Fix,
    Location,
    Promise,
    Severity,
    Silenced,
    SilencedBy,
)
from jaxopt_lint.report.document import FORMATS, Document, dumps, uri
from jaxopt_lint.report.sources import Sources
from jaxopt_lint.rewriting.edits import apply, line_starts, offset

SCHEMAS = Path(__file__).parent / "schemas"
TEXT = "import jax\n\nö = '𝛼'; y = jax.tree_map(f, ö)\nz = jax.tree_map(f, y)\n"
ODD_PATHS = [
    "a b.py",
    "a\nb.py",
    "100%#1?.py",
    "häßlich/ß.py",
    os.fsdecode(b"latin\xe9.py"),
    "<&\"'>.py",
    "c:d.py",
    "a\\b.py",
    "tab\there.py",
    "\x1b[31mred.py",
    "-o.py",
]
ODD_TEXTS = [
    "null \0 bell \a escape \x1b[31m",
    "half \ud800 of a character",
    "bidi \u202e backwards \u2066",
    "not in XML \ufffe \uffff \x85",
    "]]> <b> & \" ' {0} [a](b)",
    "two\nlines\r\nand\rmore",
    "",
]


@cache
def validator(name: str) -> Any:
    schema = json.loads((SCHEMAS / name).read_text(encoding="utf-8"))
    kind = jsonschema.validators.validator_for(schema)
    return kind(schema, format_checker=kind.FORMAT_CHECKER)


def sarif(text: str) -> dict[str, Any]:
    """The one run of a log that fits the schema."""
    log = json.loads(text)
    validator("sarif-2.1.0.json").validate(log)
    (run,) = log["runs"]
    return run


def rdjson(text: str) -> dict[str, Any]:
    result = json.loads(text)
    validator("rdjson.json").validate(result)
    return result


def gitlab(text: str) -> list[dict[str, Any]]:
    issues = json.loads(text)
    for issue in issues:
        validator("gitlab-code-quality.json").validate(issue)
        assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    return issues


@cache
def junit_schema() -> Any:
    return xmlschema.XMLSchema(str(SCHEMAS / "junit.xsd"))


def junit(text: str) -> ElementTree.Element:
    junit_schema().validate(text)
    return ElementTree.fromstring(text)


READERS = {"sarif": sarif, "rdjson": rdjson, "gitlab": gitlab, "junit": junit}


def finding(path: str = "a.py", **changes: Any) -> Finding:
    values: dict[str, Any] = {
        "code": "JOL701",
        "name": "deprecated-tree-api",
        "message": "`jax.tree_map` is gone",
        "path": path,
        "start": Location(3, 14),
        "end": Location(3, 26),
        "severity": Severity.ERROR,
        "help": "use `jax.tree.map`",
        "qualname": "f",
        "fix": Fix(
            "Use the new name",
            "tree",
            Promise.SAME,
            Applicability.SAFE,
            (Edit(Location(3, 14), Location(3, 26), "jax.tree.map"),),
        ),
        "fingerprint": "f" * 32,
    }
    return Finding(**{**values, **changes})


def document(
    findings: Sequence[Finding] = (),
    silenced: Sequence[Finding] = (),
    crashes: Sequence[str] = (),
) -> Document:
    texts = {f.path: TEXT for f in [*findings, *silenced]}
    return Document(findings, Sources(Path.cwd(), texts), silenced, crashes)


def test_every_format_is_read_here() -> None:
    assert set(READERS) == set(FORMATS)


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("path", ODD_PATHS)
def test_odd_paths(kind: str, path: str) -> None:
    READERS[kind](dumps(kind, document([finding(path)], [finding(path)])))


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("text", ODD_TEXTS)
def test_odd_texts(kind: str, text: str) -> None:
    odd = finding(
        message=text,
        help=text,
        refused=text,
        because=(text,),
        assumed=(text,),
        silenced=Silenced(SilencedBy.COMMENT, text),
    )
    made = dumps(kind, document([odd], [odd], [f"rule {text} failed\nTraceback\nE: {text}", text]))
    READERS[kind](made)
    made.encode()  # no half characters
    shown = json.dumps(json.loads(made), ensure_ascii=False) if kind != "junit" else made
    assert not re.search("[\ud800-\udfff\x1b\0]", shown)


@pytest.mark.parametrize("kind", FORMATS)
def test_no_findings(kind: str) -> None:
    read = READERS[kind](dumps(kind, document()))
    if kind == "sarif":
        assert read["results"] == []
        assert read["tool"]["driver"]["rules"] == []
        assert read["invocations"][0]["executionSuccessful"] is True
    elif kind == "junit":
        (suite,) = read
        assert suite.get("tests") == "1"
        assert suite.get("failures") == "0"
    else:
        assert not (read["diagnostics"] if kind == "rdjson" else read)


@pytest.mark.parametrize("kind", FORMATS)
def test_every_rule(kind: str) -> None:
    found = [
        finding(code=rule.code, name=name, severity=rule.severity, fix=None)
        for name, rule in registry.rules().items()
    ]
    READERS[kind](dumps(kind, document(found)))


# -- SARIF ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ODD_PATHS)
def test_addresses_lead_back_to_the_file(path: str) -> None:
    address, relative = uri(path)
    assert relative
    parsed = urlparse(address)
    assert not (parsed.scheme or parsed.netloc or parsed.query or parsed.fragment)
    assert os.path.normpath(os.fsdecode(unquote_to_bytes(parsed.path))) == os.path.normpath(path)


def test_addresses_are_relative_to_the_root_of_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path / "a b"
    home.mkdir()
    monkeypatch.chdir(home)
    (home / "in.py").write_text(TEXT)
    outside = tmp_path_factory.mktemp("out") / "out.py"
    outside.write_text(TEXT)
    run = sarif(dumps("sarif", document([finding("in.py"), finding(outside.as_posix())])))
    base = run["originalUriBaseIds"]["%SRCROOT%"]["uri"]
    assert base == f"file://{tmp_path.as_posix()}/a%20b/"
    places = [r["locations"][0]["physicalLocation"]["artifactLocation"] for r in run["results"]]
    assert {"uri": "in.py", "uriBaseId": "%SRCROOT%"} in places
    assert {"uri": f"file://{outside.as_posix()}"} in places


def test_sarif_names_the_rule_and_explains_it() -> None:
    run = sarif(dumps("sarif", document([finding()])))
    (rule,) = run["tool"]["driver"]["rules"]
    (result,) = run["results"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert rule["id"] == result["ruleId"] == "JOL701"
    assert result["ruleIndex"] == 0
    assert rule["helpUri"].endswith("/docs/rules/deprecated-tree-api.md")
    assert "## Why is this bad?" in rule["help"]["markdown"]
    assert rule["defaultConfiguration"]["level"] == result["level"] == "error"
    assert "jax" in rule["properties"]["tags"]
    assert result["partialFingerprints"] == {"jaxoptLint/v1": "f" * 32}
    assert result["message"]["text"] == "`jax.tree_map` is gone\nuse `jax.tree.map`"


@pytest.mark.parametrize(
    ("severity", "level"),
    [(Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.INFO, "note")],
)
def test_levels(severity: Severity, level: str) -> None:
    run = sarif(dumps("sarif", document([finding(severity=severity)])))
    assert run["results"][0]["level"] == level


def test_fix_of_sarif_applies() -> None:
    (result,) = sarif(dumps("sarif", document([finding()])))["results"]
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "a.py"
    edits = [
        Edit(
            Location(r["deletedRegion"]["startLine"], r["deletedRegion"]["startColumn"]),
            Location(r["deletedRegion"]["endLine"], r["deletedRegion"]["endColumn"]),
            r["insertedContent"]["text"],
        )
        for r in change["replacements"]
    ]
    assert apply(TEXT, edits) == TEXT.replace("jax.tree_map(f, ö)", "jax.tree.map(f, ö)")


def test_suppressions_are_marked() -> None:
    inside = finding(silenced=Silenced(SilencedBy.COMMENT, "on purpose"), start=Location(1, 1))
    outside = finding(silenced=Silenced(SilencedBy.BASELINE), start=Location(2, 1))
    results = sarif(dumps("sarif", document([finding()], [inside, outside])))["results"]
    assert [r["suppressions"] for r in results] == [
        [{"kind": "inSource", "status": "accepted", "justification": "on purpose"}],
        [{"kind": "external", "status": "accepted"}],
        [],
    ]


def test_crashes_and_unreadable_files_are_notifications() -> None:
    broken = finding(
        "b.py", code="JOL000", name="unparsable-file", message="no such luck", fix=None
    )
    run = sarif(dumps("sarif", document([broken], crashes=["a.py: rule x failed\nT\nE: oh"])))
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    notes = invocation["toolExecutionNotifications"]
    assert [n["message"]["text"] for n in notes] == ["a.py: rule x failed: E: oh", "no such luck"]
    assert notes[1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "b.py"
    assert len(run["results"]) == 1


# -- the others -----------------------------------------------------------------------------


def test_rdjson_counts_columns_in_bytes() -> None:
    (found,) = rdjson(dumps("rdjson", document([finding()])))["diagnostics"]
    line = TEXT.splitlines()[2].encode()
    start, end = (found["location"]["range"][side] for side in ("start", "end"))
    assert line[start["column"] - 1 : end["column"] - 1] == b"jax.tree_map"
    assert found["severity"] == "ERROR"
    assert found["code"]["value"] == "JOL701"


def test_rdjson_suggests_all_of_a_fix_or_nothing() -> None:
    def fixed(*edits: Edit) -> list[dict[str, Any]]:
        fix = Fix("t", "tree", Promise.SAME, Applicability.SAFE, edits)
        (found,) = rdjson(dumps("rdjson", document([finding(fix=fix)])))["diagnostics"]
        return found.get("suggestions", [])

    first = Edit(Location(1, 1), Location(1, 1), "import a\n")
    second = Edit(Location(4, 5), Location(4, 17), "jax.tree.map")
    (one,) = fixed(first, second)
    end = one["range"]["end"]
    kept = TEXT[offset(line_starts(TEXT), Location(end["line"], end["column"])) :]
    assert one["text"] + kept == apply(TEXT, [first, second])
    assert fixed(first, Edit(Location(400, 1), Location(400, 1), "x")) == []


def test_gitlab() -> None:
    twins = [finding(), finding(), finding(severity=Severity.INFO, fingerprint="")]
    issues = gitlab(dumps("gitlab", document(twins)))
    assert [issue["severity"] for issue in issues] == ["critical", "critical", "info"]
    assert issues[0]["location"] == {"path": "a.py", "lines": {"begin": 3, "end": 3}}
    assert issues[0]["check_name"] == "deprecated-tree-api"


def test_junit_counts_failures_and_errors() -> None:
    broken = finding("b.py", code="JOL000", name="unparsable-file", fix=None)
    twice = [finding(), finding(start=Location(4, 5))]
    root = junit(dumps("junit", document([*twice, broken], crashes=["boom"])))
    counts = [(s.get("name"), s.get("tests"), s.get("failures"), s.get("errors")) for s in root]
    assert counts == [
        ("a.py", "2", "2", "0"),
        ("b.py", "1", "0", "1"),
        ("jaxopt-lint", "1", "0", "1"),
    ]
    assert root[0][1].get("name") == "JOL701 deprecated-tree-api 3:14"


# -- from the command line ------------------------------------------------------------------


@pytest.mark.parametrize("kind", FORMATS)
def test_check_prints_it(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    old = "import jax\n\nx = jax.tree_map(f, y)\n"
    for name in ODD_PATHS:
        if name.endswith(".py") and "/" not in name:
            (tmp_path / name).write_text(old, encoding="utf-8")
    (tmp_path / "quiet.py").write_text(
        old.replace("y)", "y)  # jaxopt-lint: ignore[JOL701] <&> on purpose"), encoding="utf-8"
    )
    (tmp_path / "broken.py").write_text("import jax\nprint(x := (\n")
    monkeypatch.chdir(tmp_path)
    files = len(list(tmp_path.glob("*.py"))) - 1
    assert main(["--output-format", kind]) == 1
    out, err = capsys.readouterr()
    read = READERS[kind](out)
    assert err == ""
    if kind == "sarif":
        assert len(read["results"]) == files + 1
        told = [r["suppressions"] for r in read["results"] if r["suppressions"]]
        assert told == [
            [{"kind": "inSource", "status": "accepted", "justification": "<&> on purpose"}]
        ]
    elif kind == "junit":
        assert len(read) == files
    else:
        assert len(read["diagnostics"] if kind == "rdjson" else read) == files
    assert main(["--output-format", kind, "--fix"]) == 1
    READERS[kind](capsys.readouterr().out)


@pytest.mark.parametrize("kind", FORMATS)
def test_what_is_piped_in(
    kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from io import BytesIO, TextIOWrapper

    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"import jax\njax.tree_map(f, x)\n")))
    assert main(["-", "--isolated", "--output-format", kind]) == 1
    READERS[kind](capsys.readouterr().out)
