"""The places in a module that probes stand at, and what probes are called.

Standard library only.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .naming import ModuleNames

CALLEE = "__jaxopt_lint_callee__"
ARGUMENT = "__jaxopt_lint_argument__"
RESULT = "__jaxopt_lint_result__"
OPERATOR = "__jaxopt_lint_operator__"
STORING = "__jaxopt_lint_storing__"
STORED = "__jaxopt_lint_stored__"
LOOP = "__jaxopt_lint_loop__"
ITERATION = "__jaxopt_lint_iteration__"
ENTERED = "__jaxopt_lint_entered__"
RETURNED = "__jaxopt_lint_returned__"
IMPORTED = "__jaxopt_lint_imported__"
RAISED = "__jaxopt_lint_raised__"
READ = "__jaxopt_lint_read__"
READ_NAME = "__jaxopt_lint_read_name__"
KEPT = "__jaxopt_lint_kept__"
KEPT_NAME = "__jaxopt_lint_kept_name__"
MAIN = "__jaxopt_lint_main__"  # the first statement of a script


@dataclass(slots=True)
class Site:
    """A place in the source that a probe stands at.

    Attributes:
        what: `call`, `operator`, `store`, `loop`, `function`, or `attribute`, `item`, `name`,
            `kept` for state that is read or stored.
        name: what is called, read or stored, as written, `[]` behind a container whose items are
            meant; the operator; the function's own name.
        loop: line of the innermost loop around it in the same function, 0 if there is none.
        parameters: of a function; of a call, the strings that it is given as they are written.
        literal: the first argument of a call, where that is a constant; the attribute or the key
            that is read; whether what is stored is changed by its own value (`n += 1`).
    """

    file: str
    line: int
    column: int
    function: str
    what: str
    name: str
    loop: int
    parameters: tuple[str, ...] = ()
    literal: object = None


class Sites(ast.NodeTransformer):
    """Walks a module, and numbers the places of its probes."""

    def __init__(
        self, file: str, base: int, wanted: Callable[[str], bool], names: ModuleNames
    ) -> None:
        self.file = file
        self.names = names
        self.globals: set[str] = set()  # that the function around declares
        self.base = base
        self.wanted = wanted
        self.sites: dict[int, Site] = {}
        self.scopes: list[tuple[str, bool]] = []  # names, and whether each is a function
        self.loops: list[int] = []
        self.blind = 0  # inside of something that must stay as it is
        self.on = wanted("<module>")

    def site(self, node: Any, what: str, name: str, parameters: tuple[str, ...] = ()) -> int:
        number = self.base + len(self.sites)
        self.sites[number] = Site(
            self.file, node.lineno, node.col_offset + 1, self.qualname(), what, name,
            self.loops[-1] if self.loops else 0, parameters,
        )  # fmt: skip
        return number

    def qualname(self) -> str:
        parts = []
        for index, (name, _) in enumerate(self.scopes):
            if index and self.scopes[index - 1][1]:
                parts.append("<locals>")
            parts.append(name)
        return ".".join(parts) or "<module>"

    @staticmethod
    def probe(name: str, site: int, *values: ast.expr, at: Any) -> ast.Call:
        """A call of a probe, at the position of a node."""
        func = ast.copy_location(ast.Name(name, ast.Load()), at)
        number = ast.copy_location(ast.Constant(site), at)
        return ast.copy_location(ast.Call(func, [number, *values], []), at)

    def watching(self) -> bool:
        return self.on and not self.blind


def written(node: ast.expr) -> str:
    """A callee as it is written, in short."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    parts.append(node.id if isinstance(node, ast.Name) else "...")
    return ".".join(reversed(parts))
