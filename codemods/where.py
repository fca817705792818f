"""Chooses with `jnp.where` where Python would branch on a traced value."""

from __future__ import annotations

import ast
import io
import textwrap
import tokenize

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.patterns.device_tests import device_test
from jaxopt_lint.patterns.python_branch_on_tracer import Choice, NoChoice, choice
from jaxopt_lint.semantics.jax.basics import Kind, values
from jaxopt_lint.semantics.python import leaves


class Where(Codemod[ast.If | ast.expr]):
    """Compute both values and choose with `jnp.where`."""

    def rewrite(self, node: ast.If | ast.expr) -> None:
        try:
            found = choice(self.facts, node)
        except NoChoice as reason:
            self.refuse(str(reason))
        for leaf in leaves(found.test):
            self._check(leaf)
        test = device_test(self, found.test)
        where = self.spelled("jax.numpy.where", found.test)
        new = f"{where}({test}, {found.then}, {found.otherwise})"
        if not found.statements:
            self.replace(node, new)
            return
        lead = "".join(f"{c}\n" for c in self._comments(found, new))
        *gone, last = found.statements
        for statement in gone:
            self.remove(statement)
        self.replace_statement(last, [f"{lead}{found.opening}{new}"])

    # -----------------------------------------------------------------------------------

    def _check(self, test: ast.expr) -> None:
        if values(self.facts).kind(test) is not Kind.TRACER:
            self.refuse(f"`{self.code(test)}` is not known to be traced")
        if isinstance(test, ast.Compare):
            if len(test.ops) > 1:
                self.refuse("a chained comparison asks for a truth in between")
            if isinstance(test.ops[0], (ast.In, ast.NotIn, ast.Is, ast.IsNot)):
                self.refuse("`in` asks for a truth by itself")

    def _comments(self, found: Choice, new: str) -> list[str]:
        """The comments inside of the statements, which go in front of the one that is left."""
        out: list[str] = []
        for statement in found.statements:
            first, last = statement.lineno, statement.end_lineno or statement.lineno
            text = textwrap.dedent("".join(self.module.lines[first - 1 : last]))
            tokens = tokenize.generate_tokens(io.StringIO(text + "\n").readline)
            out += [t.string for t in tokens if t.type == tokenize.COMMENT]
        return [c for c in out if c not in new]
