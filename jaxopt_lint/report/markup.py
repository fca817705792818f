"""Text of a program as text of a page: nothing in it is markup."""

from __future__ import annotations

import html

from jaxopt_lint.report.console import clean, one_line


def safe(text: str) -> str:
    """One line, fit for the body and for attributes.

    >>> safe('</script><b title="x">')
    '&lt;/script&gt;&lt;b title=&quot;x&quot;&gt;'
    """
    return html.escape(clean(one_line(text)))


def prose(text: str) -> str:
    """A sentence in which names stand in backticks.

    >>> prose("`f` waited for `a<b`")
    '<code>f</code> waited for <code>a&lt;b</code>'
    """
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a backtick too many: a name holds one
        return safe(text)
    return "".join(
        f"<code>{safe(part)}</code>" if index % 2 else safe(part)
        for index, part in enumerate(parts)
    )


def row(*cells: str, head: bool = False, bars: str = "") -> str:
    """A row of a table; a cell that begins with `#` is a number, `bars` are a last cell."""
    tag, scope = ("th", ' scope="col"') if head else ("td", "")
    out = []
    for cell in cells:
        number = ' class="number"' if cell.startswith("#") else ""
        out.append(f"<{tag}{scope}{number}>{cell.removeprefix('#')}</{tag}>")
    if bars:
        out.append(f'<td class="bars">{bars}</td>')
    return f"<tr>{''.join(out)}</tr>"
