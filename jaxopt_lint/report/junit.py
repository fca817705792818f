"""JUnit's XML, for build servers that show nothing else.

The schema is that of Ant's task: https://github.com/windyroad/JUnit-Schema
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from jaxopt_lint.finding import Finding
from jaxopt_lint.registry import UNPARSABLE
from jaxopt_lint.report.document import Document, first_line, is_printable

_NAME = "jaxopt-lint"


def dumps(document: Document) -> str:
    """One suite for each file with findings, and one test that fails for each finding."""
    root = Element("testsuites")
    for path, group in groupby(document.findings, key=lambda finding: finding.path):
        shown = document.sources.shown(path)
        findings = list(group)
        suite = _suite(root, shown)
        for finding in findings:
            _case(suite, shown, document.sources.told(finding))
        _closed(suite, [f.code == UNPARSABLE[0] for f in findings])
    if document.crashes:
        suite = _suite(root, _NAME)
        for crash in document.crashes:
            case = SubElement(suite, "testcase", name="run", classname=_NAME, time="0")
            message = _legal(first_line(crash))
            SubElement(case, "error", message=message, type="crash").text = message
        _closed(suite, [True for _ in document.crashes])
    if not len(root):  # a report without any test counts as a failure in some places
        suite = _suite(root, _NAME)
        SubElement(suite, "testcase", name="no findings", classname=_NAME, time="0")
        _closed(suite, [], tests=1)
    indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode")


def _suite(root: Element, name: str) -> Element:
    suite = SubElement(
        root,
        "testsuite",
        {
            "name": _legal(name),
            "package": _NAME,
            "id": str(len(root)),
            "timestamp": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S"),
            "hostname": "localhost",
            "time": "0",
        },
    )
    SubElement(suite, "properties")
    return suite


def _closed(suite: Element, errors: Sequence[bool], tests: int = 0) -> None:
    """Add up a suite; `errors` says of each failed test whether it could not run at all."""
    suite.set("tests", str(tests or len(errors)))
    suite.set("failures", str(errors.count(False)))
    suite.set("errors", str(errors.count(True)))
    SubElement(suite, "system-out")
    SubElement(suite, "system-err")


def _case(suite: Element, shown: str, finding: Finding) -> None:
    place = f"{finding.start.row}:{finding.start.column}"
    if finding.cell is not None:
        place = f"cell {finding.cell}:{place}"
    case = SubElement(
        suite,
        "testcase",
        name=_legal(f"{finding.code} {finding.name} {place}"),
        classname=_legal(shown.removesuffix(".py").removesuffix(".ipynb")),
        time="0",
    )
    kind = "error" if finding.code == UNPARSABLE[0] else "failure"
    failed = SubElement(case, kind, message=_legal(finding.message), type=finding.severity.value)
    parts = [f"{shown}:{place}: {finding.message}", finding.help, finding.url]
    failed.text = _legal("\n".join(part for part in parts if part))


def _legal(text: str) -> str:
    """Text that XML can hold; it has no way to escape the other characters."""
    return "".join(letter if is_printable(letter) else "\ufffd" for letter in text)
