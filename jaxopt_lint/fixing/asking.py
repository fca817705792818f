"""What running is asked about a changed file: of which functions, called how.

Both those who judge one fix and those who judge a change by hand ask by this.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from jaxopt_lint.finding import Evidence
from jaxopt_lint.fixing.targets import changed
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.python.scopes import FunctionNode
from jaxopt_lint.semantics.python.signatures import positional

if TYPE_CHECKING:
    from jaxopt_lint.verify.inputs.standing import Piece


@dataclass(frozen=True)
class Asked:
    """What is run of a file.

    Attributes:
        functions: as "module:name".
        texts: the file in both versions, in which code that no function holds is lifted into one.
        donated: the positions of arguments that callers give away, by function.
        jitted: the functions that callers reach from inside a jit.
        pieces: code that calls what was lifted.
        lifted: what was lifted, in words.
        bare: whether what was lifted are statements that promise nothing by themselves.
        callers: functions whose callers tell what it is called with, where it is not these
            functions themselves.
        first: whether this says more than what running the whole function would show.
        handed: whether what they hand to others is all that is compared.
        sooner: whether this spares long work that each process would do anew.
        whole: the file as it was with all that stands in it, where `texts` hold less.
    """

    functions: list[str]
    texts: tuple[str, str]
    donated: dict[str, set[int]]
    jitted: list[str]
    pieces: Sequence[Piece] = field(default=())
    lifted: str = ""
    bare: bool = False
    callers: Sequence[str] = field(default=())
    first: bool = False
    sooner: bool = False
    handed: bool = False
    whole: str = ""

    def told(self, evidence: Evidence) -> Evidence:
        """The evidence, which says what was lifted."""
        if not self.lifted:
            return evidence
        inputs = evidence.inputs
        return replace(evidence, inputs=f"{self.lifted}; {inputs}" if inputs else self.lifted)


def asked(before: Facts, after: Facts) -> tuple[Asked | None, str]:
    """What to run of a file whose programs differ, and why some of the change is in nothing that
    can be run ("" for nothing).

    Args:
        before: of the file as it was; `after` as it is.
    """
    from jaxopt_lint.verify.differing import CannotLift, is_script
    from jaxopt_lint.verify.lifting import NAME, lift

    module, texts = before.module, (before.module.text, after.module.text)
    differs = changed(module, texts[1])
    why = ""
    if not differs.functions and not differs.statements:
        return None, "nothing but imports and new names differs"
    if differs.statements or any(is_script(module.tree, name) for name in differs.functions):
        try:
            lifted = lift(*texts, before.display)
        except CannotLift as reason:
            why = str(reason) if differs.statements else ""
        else:
            name = f"{module.name}:{NAME}"
            lent = _donated_at(after, lifted.made_at) if lifted.made else set()
            texts = (lifted.old, lifted.new)
            bare = not lifted.made
            return Asked(
                [name], texts, {name: lent}, [], [lifted.piece], lifted.words, bare,
                whole=lifted.whole,
            ), ""  # fmt: skip
    if not differs.functions:
        return None, why
    keys = {f"{module.name}:{name}": name for name in differs.functions}
    donated = {key: _donated(after, name) for key, name in keys.items()}
    jitted = [key for key, name in keys.items() if _staged(before, name)]
    return Asked(list(keys), texts, donated, jitted), why


def outlined(before: Facts, after: Facts, *, wide: bool = False) -> Asked | None:
    """What to run where the function that holds a change cannot be, or shows nothing of it: the
    changed statements alone, as a function that it calls. None where they cannot stand alone.

    Args:
        wide: to have the statements along that use what the change binds.
    """
    from jaxopt_lint.verify.differing import CannotLift
    from jaxopt_lint.verify.outlining import outline

    module = before.module
    try:
        made = outline(module.text, after.module.text, wide=wide)
    except CannotLift:
        return None
    key = f"{module.name}:{made.name}"
    donated = {key: _donated_at(after, made.made_at) if made.made else set()}
    inside = next(
        (
            one
            for one in module.all(ast.FunctionDef)
            if (one.lineno, one.name) == (made.innermost.lineno, made.innermost.name)
        ),
        None,
    )
    staged = inside is not None and tracing(before).staged(inside) is not None
    return Asked(
        [key], (made.old, made.new), donated, [key] if staged else [], (), made.words, True,
        [f"{module.name}:{made.function}"], made.silent and not made.made, handed=made.handed,
    )  # fmt: skip


def spared_of(question: Asked, display: str) -> Asked | None:
    """The same question of a file that holds just what its functions need. None where that is all
    of it.

    Args:
        display: the file's path from the root of the project.
    """
    from jaxopt_lint.verify.sparing import spared

    names = {key: key.partition(":")[2] for key in question.functions}
    less = spared(*question.texts, display, set(names.values()))
    if less is None:
        return None
    if question.pieces:  # its file holds what its script needs to call it, which may be in the way
        less = replace(less, pieces=[], runs=False)
    words = f"{question.lifted}, " if question.lifted else ""
    words += "with what it needs of its file alone"
    return replace(
        question, texts=(less.old, less.new), pieces=less.pieces, lifted=words, sooner=less.runs,
        whole=question.whole if question.pieces else question.texts[0],
    )  # fmt: skip


def _function(facts: Facts, name: str) -> FunctionNode | None:
    for node in facts.module.all(ast.FunctionDef, ast.AsyncFunctionDef):
        if facts.module.qualname(node) == name:
            return node
    return None


def _donated(facts: Facts, name: str) -> set[int]:
    """The positions that calls of a name of the module donate."""
    values = [one.value for one in facts.module.top.bindings.get(name, ())]
    value = next((one for one in reversed(values) if one is not None), None)
    return _lent(facts, value if value is not None else _function(facts, name))


def _donated_at(facts: Facts, line: int) -> set[int]:
    """The positions that calls of the function donate which is made on a line."""
    for node in facts.module.all(ast.Assign, ast.FunctionDef):
        if node.lineno == line:
            return _lent(facts, node.value if isinstance(node, ast.Assign) else node)
    return set()


def _lent(facts: Facts, made: ast.expr | FunctionNode | None) -> set[int]:
    """The positions that a function gives away, or one that an expression makes."""
    wraps = []
    function = None
    if isinstance(made, ast.expr):
        callee = calls(facts).callee(made)
        if callee is not None:
            wraps = [
                w for w in tracing(facts).wraps if any(w.options is c for _, c in callee.wraps)
            ]
            function = callee.node
    elif made is not None:
        function = made
        wraps = [w for w in tracing(facts).of(made) if w.decorator]
    out: set[int] = set()
    names = positional(function)
    for wrap in wraps:
        lent, _ = tracing(facts).donated(wrap)
        out |= {names.index(n) - wrap.bound for n in lent if n in names[wrap.bound :]}
    return out


def _staged(facts: Facts, name: str) -> bool:
    """Whether callers reach a function from inside a jit that is not its own."""
    function = _function(facts, name)
    if function is None or tracing(facts).staged(function) is None:
        return False
    return not any(w.decorator and w.transform.kind == "jit" for w in tracing(facts).of(function))
