"""A page that needs nothing else: no scripts, no fonts, no other files.

The page says so to the browser, too (a content security policy): whatever texts of programs it
holds, nothing of them can run.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def document(title: str, head: str, sections: Sequence[tuple[str, str, str]]) -> str:
    """The text of a page, for a file of UTF-8; all that is given is markup already.

    Args:
        title: for the window.
        head: what stands above the list of sections.
        sections: the name of each, its title and what it holds.
    """
    css = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    items = "".join(f'<li><a href="#{name}">{text}</a></li>' for name, text, _ in sections)
    body = "\n".join(
        f'<section aria-labelledby="{name}"><h2 id="{name}">{text}</h2>\n{content}\n</section>'
        for name, text, content in sections
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{css}</style>
</head>
<body>
<header>
{head}
<nav aria-label="Parts of this page"><ul>{items}</ul></nav>
</header>
<main>
{body}
</main>
</body>
</html>
"""
