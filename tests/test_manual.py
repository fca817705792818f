"""The manual pages are true: their examples trigger the rule, and the fix makes what they show."""

import re
from pathlib import Path
from textwrap import dedent

import pytest
from test_cases import config_for, rewritten

from jaxopt_lint import registry
from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.running.engine import lint_source

ROOT = Path(__file__).parent.parent
RULES = sorted(registry.rules())


def blocks(name: str) -> tuple[str, str | None]:
    """The example of a rule and, where there is one, what it becomes."""
    manual = dedent("    " + (registry.rules()[name].__doc__ or ""))
    section = manual.split("## Example", 1)[1].split("\n## ", 1)[0]
    found = re.findall(r"```python\n(.*?)```", section, re.S)
    assert found, "the Example section has no code block"
    return found[0], found[1] if len(found) > 1 and "becomes" in section else None


def source(text: str) -> SourceFile:
    return SourceFile(Path("example.py"), "example.py", text.encode(), text, "utf-8", "\n")


def test_conventions_hold() -> None:
    registry.validate()


@pytest.mark.parametrize("name", RULES)
def test_example_triggers_this_rule_once(name: str) -> None:
    before, _ = blocks(name)
    result = lint_source(source(before), config_for(name))
    assert not result.crashes, result.crashes
    assert [f.name for f in result.findings] == [name]
    for finding in result.findings:  # whose messages follow the style of the house
        assert not finding.message.endswith("."), finding.message
        assert "consider" not in finding.message.lower()
        assert "\n" not in finding.message


@pytest.mark.parametrize("name", [n for n in RULES if registry.rules()[n].fix])
def test_example_becomes_what_the_page_shows(name: str) -> None:
    before, after = blocks(name)
    new = rewritten(source(before), name)
    assert after is not None, f"the page shows no rewrite; it would be:\n{new}"
    assert new == after


def test_no_mark_of_the_scaffold_is_left() -> None:
    for folder in ("rules", "codemods", "tests/cases"):
        for path in (ROOT / folder).rglob("*.py"):
            assert "FILL-IN" not in path.read_text(encoding="utf-8"), path
