"""Whether a value is read after a statement."""

from __future__ import annotations

import ast
import textwrap

import pytest

from jaxopt_lint.semantics.python.liveness import reads_after
from jaxopt_lint.semantics.python.module import Module


def _after(body: str, name: str) -> bool:
    """Whether `name` is read after the statement marked `# here`."""
    text = "def f(a, xs):\n" + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n"
    module = Module(text)
    row = next(i for i, line in enumerate(text.splitlines(), 1) if "# here" in line)
    found = [n for k in module.nodes for n in module.nodes[k]
             if isinstance(n, ast.stmt) and n.lineno == row]  # fmt: skip
    return reads_after(module, found[0], name)


@pytest.mark.parametrize(
    ("body", "want"),
    [
        ("t = a  # here\nreturn t", True),
        ("t = a  # here\nt = 2\nreturn t", False),
        ("t = a  # here\nif xs:\n    t = 2\nreturn t", True),
        ("t = a  # here\nif xs:\n    t = 2\nelse:\n    t = 3\nreturn t", False),
        ("t = a  # here\nt += 1", True),
        ("for x in xs:\n    t = a  # here\nreturn t", True),
        ("t = 0\nfor x in xs:\n    u = t\n    t = a  # here", True),
        ("for x in xs:\n    t = x\n    u = t  # here", False),
        ("for x in xs:\n    t = a  # here\n    if x:\n        continue\n    t = 2\nreturn t", True),
        ("t = a  # here\nreturn lambda: t", True),
        ("def g():\n    return t\nt = a  # here\nreturn g", True),
        ("t = a  # here\nreturn [t for t in xs]", False),
        ("t = a  # here\nreturn [x for x in t]", True),
        ("t = a  # here\ntry:\n    pass\nfinally:\n    print(t)", True),
        ("try:\n    t = a  # here\nfinally:\n    print(t)", True),
        ("t = a  # here\nreturn locals()", True),
        ("for x in xs:  # here\n    t = x\nfor x in xs:\n    t = x\n    print(t)", False),
        ("while a:\n    t = xs  # here\n    while a:\n        t = 2\nreturn a", False),
    ],
)
def test_reads_after(body: str, want: bool) -> None:
    assert _after(body, "t") is want


def test_module_names_are_read_by_functions() -> None:
    module = Module("t = 1\ndef f():\n    return t\n")
    assert reads_after(module, module.tree.body[0], "t")
