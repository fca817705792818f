"""Findings for programs: Ruff's keys and ours."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from jaxopt_lint.finding import Evidence, Finding, Fix, Location, Lowered


def dumps(findings: Iterable[Finding]) -> str:
    """One array of findings; ASCII, so that no terminal or pipe can spoil it."""
    return encode([as_dict(finding) for finding in findings])


def encode(value: Any) -> str:
    """JSON that every reader takes: NaN and infinities, which JSON lacks, are written as text."""
    return json.dumps(_finite(value), indent=2, default=str, allow_nan=False)


def _finite(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {str(key): _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return value


def as_dict(finding: Finding) -> dict[str, Any]:
    """One finding; rows and columns count from 1, columns in code points."""
    return {
        "cell": finding.cell,
        "code": finding.code,
        "name": finding.name,
        "message": finding.message,
        "severity": finding.severity.value,
        "lowered": _lowered(finding.lowered) if finding.lowered else None,
        "repeats": finding.repeats,
        "filename": finding.path,
        "location": _location(finding.start),
        "end_location": _location(finding.end),
        "noqa_row": finding.start.row,
        "url": finding.url,
        "help": finding.help or None,
        "fix": _fix(finding.fix) if finding.fix else None,
        "promise": finding.fix.promise.value if finding.fix else None,
        "refused": finding.refused or None,
        "unmet_preconditions": list(finding.unmet),
        "verification": evidence(finding.evidence) if finding.evidence else None,
        "confidence": finding.confidence.value,
        "evidence": list(finding.because),
        "assumptions": list(finding.assumed),
        "observed": asdict(finding.observed) if finding.observed else None,
        "qualname": finding.qualname or None,
        "fingerprint": finding.fingerprint,
    }


def evidence(found: Evidence) -> dict[str, Any]:
    """What the harness saw."""
    return {
        "verdict": found.verdict.value,
        "reason": found.reason or None,
        "inputs": found.inputs or None,
        "sources": list(found.sources),
        "checks": [asdict(check) for check in found.checks],
        "gain": found.gain,
        "loses": found.loses,
        "gains": found.gains,
        "environment": found.environment,
    }


def _lowered(lowered: Lowered) -> dict[str, Any]:
    """What a finding would be elsewhere; the last two say which other one tells of the same."""
    told = {"severity": lowered.severity.value, "pattern": lowered.pattern}
    told |= {"why": lowered.why} if lowered.why else {}
    return told | ({"told_by": lowered.told_by} if lowered.told_by else {})


def _fix(fix: Fix) -> dict[str, Any]:
    return {
        "applicability": fix.applicability.value,
        "message": fix.title,
        "codemod": fix.codemod,
        "assumptions": list(fix.assumed),
        "edits": [
            {
                **({} if edit.cell is None else {"cell": edit.cell}),
                "content": edit.content,
                "location": _location(edit.start),
                "end_location": _location(edit.end),
            }
            for edit in fix.edits
        ],
    }


def _location(location: Location) -> dict[str, int]:
    return {"row": location.row, "column": location.column}
