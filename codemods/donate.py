"""Donates the arguments that a compiled step returns in a new version."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.patterns.misplaced_donation import Misplaced
from jaxopt_lint.semantics.jax.wraps import Wrap
from jaxopt_lint.semantics.python import positional
from jaxopt_lint.semantics.subjects.memory.donation import FILTERS, Candidate
from jaxopt_lint.semantics.subjects.memory.unseen_steps import UnseenStep

# The first JAX whose `jax.jit` takes names.
_NAMES = (0, 4, 20)


class Donate(Codemod[Candidate | Misplaced | UnseenStep]):
    """Donate the arguments that the step renews."""

    def rewrite(self, found: Candidate | Misplaced | UnseenStep) -> None:
        if not isinstance(found, Candidate):
            self.refuse("no step is compiled here whose arguments could be donated")
        if found.twice is not None:
            text = self.code(found.twice)
            self.refuse(f"line {found.twice.lineno} puts `{text}` into a second place, uncopied")
        self.display = bool(found.blocked)
        wrap = found.wrap
        if wrap.name in FILTERS:
            self.refuse("`filter_jit` donates all of its arguments or all but the first")
        if wrap.options is None:
            self.bind_argument(wrap.site, *self._option(found))  # `@jax.jit`
            return
        for keyword in wrap.options.keywords:
            if keyword.arg in ("donate_argnums", "donate_argnames"):
                self.replace(keyword.value, self._longer(keyword, found))
                return
        self.add_argument(wrap.options, *self._option(found))

    def _option(self, found: Candidate) -> tuple[str, str]:
        wrap = found.wrap
        oldest = self.facts.oldest_jax
        by_name = (
            wrap.name not in ("jax.pmap", "jax_dataclasses.jit")
            and not wrap.bound
            and not wrap.bound_names
            and not wrap.inner
            and wrap.keyword("static_argnums") is None
            and not found.function.args.posonlyargs
            and oldest >= _NAMES
        )
        values = [self._value(wrap, found, p, by_name) for p in found.parameters]
        text = values[0] if len(values) == 1 else f"({', '.join(values)})"
        return "donate_argnames" if by_name else "donate_argnums", text

    def _value(self, wrap: Wrap, found: Candidate, parameter: str, by_name: bool) -> str:
        if by_name:
            return f'"{parameter}"'
        return str(positional(found.function)[wrap.bound :].index(parameter))

    def _longer(self, keyword: ast.keyword, found: Candidate) -> str:
        """The option that is there, with what it leaves out."""
        given = keyword.value
        by_name = keyword.arg == "donate_argnames"
        if isinstance(given, (ast.Tuple, ast.List)):
            old = [self.code(e) for e in given.elts]
        elif isinstance(given, ast.Constant):
            old = [self.code(given)]
        else:
            self.refuse(f"`{keyword.arg}` is not written out here")
        new = [self._value(found.wrap, found, p, by_name) for p in found.parameters]
        values = [*old, *new] if by_name else sorted({*old, *new}, key=int)
        return f"({', '.join(values)})"
