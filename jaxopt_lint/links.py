"""Where the project and its manual are found; the only place that holds an address."""

from __future__ import annotations

PROJECT = "https://github.com/jaxopt-lint/jaxopt-lint"
# In front of the path of a file of the repository; a package index shows no relative links.
FILES = f"{PROJECT}/blob/main/"


def manual(rule: str) -> str:
    """The page of a rule, by its kebab-case name."""
    return f"{FILES}docs/rules/{rule}.md"
