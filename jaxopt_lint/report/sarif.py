"""SARIF 2.1.0, for GitHub code scanning, editors and whatever else collects findings.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import json
from typing import Any

from jaxopt_lint import __version__, links, registry
from jaxopt_lint.finding import Finding, Fix, Location, Severity
from jaxopt_lint.report.document import Document, first_line, here, readable, uri
from jaxopt_lint.report.manual import explanation
from jaxopt_lint.rule import AnyRule

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_ROOT = "%SRCROOT%"
_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
# GitHub's own words, in the properties of a rule.
_PROBLEM = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "recommendation",
}
_SUBJECTS = {
    "0": "files", "1": "compilation", "2": "loops", "3": "memory", "4": "transfers",
    "5": "differentiation", "6": "devices", "7": "api", "8": "purity", "9": "environment",
}  # fmt: skip


def dumps(document: Document) -> str:
    """One run, with what comments and the baseline silence marked as suppressed."""
    every = sorted(
        [*document.findings, *document.silenced], key=lambda f: (f.path, f.start, f.code)
    )
    fired = {(finding.code, finding.name) for finding in every}
    index = {code: i for i, (code, _) in enumerate(sorted(fired))}
    known = registry.rules()
    run = {
        "tool": {
            "driver": {
                "name": "jaxopt-lint",
                "version": __version__,
                "semanticVersion": __version__,
                "informationUri": links.PROJECT,
                "rules": [_rule(known[name]) for _, name in sorted(fired)],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"uri": here()}},
        "automationDetails": {"id": "jaxopt-lint/"},
        "invocations": [_invocation(document)],
        "results": [_result(finding, index[finding.code], document) for finding in every],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(rule: AnyRule) -> dict[str, Any]:
    manual = explanation(rule)
    return {
        "id": rule.code,
        "name": "".join(part.capitalize() for part in rule.name.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": " ".join(manual.split("\n\n")[0].split())},
        "help": {"text": manual, "markdown": manual},
        "helpUri": links.manual(rule.name),
        "defaultConfiguration": {"level": _LEVEL[rule.severity]},
        "properties": {
            "tags": ["jax", _SUBJECTS[rule.code[3]]],
            "precision": "medium" if rule.preview else "high",
            "problem.severity": _PROBLEM[rule.severity],
        },
    }


def _result(finding: Finding, index: int, document: Document) -> dict[str, Any]:
    place = _place(document.sources.shown(finding.path))
    told = document.sources.told(finding)  # the region is one of the joined code, as with Ruff
    cell = f"cell {told.cell}:{told.start.row}:{told.start.column}: " if told.cell else ""
    text = cell + told.message + (f"\n{told.help}" if told.help else "")
    properties = {
        "confidence": finding.confidence.value,
        "evidence": [readable(fact) for fact in told.because],
        "assumptions": [readable(guess) for guess in told.assumed],
        "refused": readable(told.refused),
        "verdict": finding.evidence.verdict.value if finding.evidence else "",
    }
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": _LEVEL[finding.severity],
        "message": {"text": readable(text)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": place,
                    "region": _region(finding.start, finding.end),
                }
            }
        ],
        "partialFingerprints": {"jaxoptLint/v1": finding.fingerprint},
        "properties": {key: value for key, value in properties.items() if value},
    }
    if finding.qualname:
        result["locations"][0]["logicalLocations"] = [
            {"fullyQualifiedName": finding.qualname, "kind": "function"}
        ]
    if finding.fix is not None:
        result["fixes"] = [_fix(finding.fix, place)]
    if finding.silenced is not None:
        made = {"kind": finding.silenced.by.value, "status": "accepted"}
        if finding.silenced.reason:
            made["justification"] = readable(finding.silenced.reason)
        result["suppressions"] = [made]
    elif document.silenced:  # either all results say whether they are suppressed, or none does
        result["suppressions"] = []
    return result


def _fix(fix: Fix, place: dict[str, Any]) -> dict[str, Any]:
    replacements = [
        {
            "deletedRegion": _region(edit.start, edit.end),
            "insertedContent": {"text": edit.content},
        }
        for edit in fix.edits
    ]
    return {
        "description": {"text": readable(fix.title)},
        "artifactChanges": [{"artifactLocation": place, "replacements": replacements}],
        "properties": {"applicability": fix.applicability.value, "promise": fix.promise.value},
    }


def _invocation(document: Document) -> dict[str, Any]:
    notes: list[dict[str, Any]] = [
        {"level": "error", "message": {"text": readable(first_line(crash))}}
        for crash in document.crashes
    ]
    for finding in document.findings:
        if finding.code == registry.UNPARSABLE[0]:
            location = {
                "physicalLocation": {
                    "artifactLocation": _place(document.sources.shown(finding.path)),
                    "region": _region(finding.start, finding.end),
                }
            }
            text = readable(finding.message)
            notes.append({"level": "error", "message": {"text": text}, "locations": [location]})
    return {
        "executionSuccessful": not document.crashes,
        "toolExecutionNotifications": notes,
    }


def _place(path: str) -> dict[str, Any]:
    address, relative = uri(path)
    return {"uri": address, "uriBaseId": _ROOT} if relative else {"uri": address}


def _region(start: Location, end: Location) -> dict[str, int]:
    """Both count from 1, and the end is exclusive, as in SARIF."""
    end = max(start, end)
    return {
        "startLine": start.row,
        "startColumn": start.column,
        "endLine": end.row,
        "endColumn": end.column,
    }
