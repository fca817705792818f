"""Where the project and its manual are found; the only place that holds an address."""

from __future__ import annotations

PROJECT = "https://github.com/jaxopt-lint/jaxopt-lint"


def manual(rule: str) -> str:
    """The page of a rule, by its kebab-case name."""
    return f"{PROJECT}/blob/main/docs/rules/{rule}.md"
