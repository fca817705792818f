"""How often each rule fired."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from jaxopt_lint.finding import Applicability, Finding
from jaxopt_lint.report.console import Style


def statistics(findings: Iterable[Finding], style: Style, *, as_json: bool = False) -> str:
    """A table, or a JSON array, of rules by how often they fired."""
    fired = list(findings)
    counts = Counter((f.code, f.name) for f in fired)
    fixable = Counter(f.code for f in fired if f.fix is not None)
    safe = Counter(f.code for f in fired if f.fix and f.fix.applicability is Applicability.SAFE)
    rows = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    if as_json:
        table = [
            {"code": code, "name": name, "count": n, "fixable": fixable[code], "safe": safe[code]}
            for (code, name), n in rows
        ]
        return json.dumps(table, indent=2)
    column = max((len(str(n)) for _, n in rows), default=1)
    return "\n".join(
        f"{style(str(n).rjust(column), 'bold')}  {style(code, 'red', 'bold')}  "
        f"[{style('*', 'cyan') if safe[code] == n else '-' if safe[code] else ' '}] {name}"
        for (code, name), n in rows
    )
