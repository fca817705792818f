"""Which words lower a confidence, what each is taken to mean, and who asks it: docs/words.md.

Works in a checkout only, as it reads the sources of who asks.
"""

from __future__ import annotations

from collections.abc import Mapping

from jaxopt_lint.dev.factlist import askers, listed
from jaxopt_lint.semantics.jax import words
from jaxopt_lint.semantics.jax.words import Role


def roles() -> dict[str, Role]:
    """All roles by the names of their variables, in the order of the file."""
    return {name: value for name, value in vars(words).items() if isinstance(value, Role)}


def asked_by() -> Mapping[str, list[str]]:
    """The rules, codemods and modules that ask each role, by the name of its variable."""
    known = {(words.__name__, name) for name in roles()}
    return {name: who for (_, name), who in askers(known).items()}


def page() -> str:
    """docs/words.md."""
    who = asked_by()
    lines = [_HEAD]
    for variable, role in roles().items():
        cells = (
            role.name,
            f"`{role.pattern}`",
            "the whole" if role.whole else "a part",
            role.means,
            listed(tuple(who.get(variable, ()))),
        )
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


_HEAD = """# Words

Generated from `jaxopt_lint/semantics/jax/words.py`; `scripts/docs` writes it.

What things are called decides nothing: whatever the names are, the same findings are reported, at
the same places and severities; `scripts/corpus rename` holds that on real code. Where the facts run
out and a name speaks against a finding, the finding names that as its assumption, and is of medium
confidence. These are all the words that do so. A pattern is a regular expression of Python, and has
to fit the whole name or a part of it.

| word | pattern | fits | means | who asks |
|---|---|---|---|---|"""
