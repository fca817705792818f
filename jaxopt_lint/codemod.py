"""The base class of everything in codemods/: a rewrite of one match, or a reason to refuse it.

A codemod defines `rewrite(match)`, for what a rule found, of the type that the rule reports. What
else it must know it asks of `self.facts` (Python's `ast`); it takes LibCST nodes with `self.cst`,
and says what replaces what; the tree around stays byte for byte. Four verbs, in this order: look,
refuse, spell, build.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NoReturn, overload

import libcst

from jaxopt_lint.finding import Applicability, Edit, Limit, Promise
from jaxopt_lint.rewriting.arguments import option, with_argument
from jaxopt_lint.rewriting.surgery import Surgeon
from jaxopt_lint.rule import M, match_types
from jaxopt_lint.semantics.jax.api.history import text
from jaxopt_lint.semantics.jax.facts import Facts, Version

_SAFETY = {
    Promise.SAME: Applicability.SAFE,
    Promise.CLOSE: Applicability.UNSAFE,
    Promise.ASK: Applicability.UNSAFE,
}
_ORDER = (Promise.SAME, Promise.CLOSE, Promise.ASK)


@dataclass(frozen=True, slots=True)
class Precondition:
    """Something that must hold of the code for a fix to keep its promise.

    Attributes:
        name: in kebab case; tests/preconditions/<codemod>/<name>.py breaks it.
        sentence: what must hold, in one sentence with its full stop.
    """

    name: str
    sentence: str


class Refusal(Exception):
    """Why a target is left as it is, in words for the user.

    Args:
        reason: the words.
        broken: the precondition that does not hold, where it is one that the codemod declares.
    """

    def __init__(self, reason: str, broken: Precondition | None = None) -> None:
        super().__init__(reason)
        self.broken = broken


class Codemod(Generic[M]):
    """One rewrite, of what it matches; the first line of its docstring is the title of the fix.

    Attributes:
        promise: what the result is compared to the original, at best; nothing, so that the fix
            asks, where a codemod does not say. It is lowered for one target with `self.lower`, or
            raised for one by assigning `self.promise`.
        preconditions: what must hold for the promise `same`. Where one is broken, the codemod
            refuses; where one is not proven, it lowers the promise. Every codemod that can
            promise the same bits has some.
        limits: arguments that what it makes may refuse, which is no reason to refute it.
        match_types: what it takes, as written: `class Jit(Codemod[EagerStep])`.
        display: set on an instance whose result is only shown, never applied unasked.
        unproven: the preconditions that were not proven for the last target, and why.
        guesses: what else the last rewrite takes for granted, which no source could prove.
    """

    promise: ClassVar[Promise] = Promise.ASK
    preconditions: ClassVar[tuple[Precondition, ...]] = ()
    limits: ClassVar[tuple[Limit, ...]] = ()
    match_types: ClassVar[tuple[type, ...]] = ()
    name: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        cls.match_types = match_types(cls, Codemod)
        cls.name = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    def __init__(self, facts: Facts, surgeon: Surgeon) -> None:
        self.facts = facts
        self.module = facts.module
        self.surgeon = surgeon
        self.display = False
        self.unproven: list[tuple[Precondition, str]] = []
        self.guesses: list[str] = []

    def rewrite(self, match: M) -> None:
        """Rewrite one match.

        Raises:
            Refusal: the match is better left alone.
        """
        raise NotImplementedError

    @property
    def title(self) -> str:
        """What the fix does, as a verb phrase."""
        return (self.__doc__ or "").strip().splitlines()[0].rstrip(".")

    @property
    def applicability(self) -> Applicability:
        """How freely the last rewrite may be applied."""
        return Applicability.DISPLAY if self.display else _SAFETY[self.promise]

    @property
    def unmet(self) -> tuple[str, ...]:
        """The names of the preconditions that were not proven for the last target."""
        return tuple(dict.fromkeys(p.name for p, _ in self.unproven))

    @property
    def assumed(self) -> tuple[str, ...]:
        """What the last rewrite takes for granted, and what stands against it."""
        return (*(f"{p.sentence.rstrip('.')}: {why}" for p, why in self.unproven), *self.guesses)

    # -- the verbs ----------------------------------------------------------------------

    def refuse(self, reason: str, broken: Precondition | None = None) -> NoReturn:
        """Leave the target as it is and say why; name the precondition that does not hold."""
        raise Refusal(reason, broken)

    def lower(self, unproven: Precondition, why: str, to: Promise = Promise.ASK) -> None:
        """Promise less for this target, because a precondition is not proven.

        Args:
            why: what stands against it, as a clause in the user's names.
            to: what is promised now, at best.
        """
        if _ORDER.index(to) > _ORDER.index(self.promise):
            self.promise = to  # type: ignore[misc]
        if (unproven, why) not in self.unproven:
            self.unproven.append((unproven, why))

    def needs(self, release: Version, why: str, broken: Precondition | None = None) -> None:
        """Refuse where the project supports a JAX that is older than a release.

        Args:
            why: the reason, with a `{}` for the oldest release that it supports.
        """
        if self.facts.oldest_jax < release:
            self.refuse(why.format(text(self.facts.oldest_jax)), broken)

    def assume(self, guess: str) -> None:
        """Name something that a fix that asks takes for granted, whatever the source says."""
        assert self.promise is not Promise.SAME
        self.guesses.append(guess)

    def spell(self, dotted: str, at: ast.AST) -> libcst.BaseExpression:
        """An expression for an importable thing, valid at a node; adds the import it needs."""
        return self.surgeon.spell(dotted, at)

    def spelled(self, dotted: str, at: ast.AST) -> str:
        """The same as text, to be put into a template."""
        return self.surgeon.imports.spell(dotted, at)

    @overload
    def cst(self, node: ast.Call) -> libcst.Call: ...

    @overload
    def cst(self, node: ast.FunctionDef) -> libcst.FunctionDef: ...

    @overload
    def cst(self, node: ast.Tuple) -> libcst.Tuple: ...

    @overload
    def cst(self, node: ast.keyword) -> libcst.Arg: ...

    @overload
    def cst(self, node: ast.expr) -> libcst.BaseExpression: ...

    @overload
    def cst(self, node: ast.AST) -> libcst.CSTNode: ...

    def cst(self, node: ast.AST) -> libcst.CSTNode:
        """The LibCST node of an `ast` expression or statement."""
        return self.surgeon.cst(node)

    def application(self, function: ast.AST, broken: Precondition | None) -> tuple[ast.Call, int]:
        """The call of a function or of a `partial` of it, and how many arguments come first."""
        call = self.module.parent[function]
        if isinstance(call, ast.Call) and call.func is function:
            return call, 0
        if self.facts.names.call(call) == "functools.partial":
            assert isinstance(call, ast.Call)
            if call.args[0] is function:
                return call, 1
        self.refuse("it is passed on here, so its options are not to be seen", broken)

    def code(self, node: ast.AST) -> str:
        """The source of an expression or statement, as written.

        Lines behind the first lose the indentation of their block, which they get again where
        they are put; those that begin inside a string stay as they are.
        """
        text = self.facts.module.source(node)
        if "\n" not in text:
            return text
        indent = self.surgeon.indent(self.facts.module.statement(node))
        first: int = getattr(node, "lineno")
        whole = {
            row
            for part in ast.walk(node)
            if isinstance(part, (ast.Constant, ast.JoinedStr))
            for row in range(part.lineno + 1, (part.end_lineno or part.lineno) + 1)
        }
        head, *lines = text.split("\n")
        rows = enumerate(lines, first + 1)
        return "\n".join([head, *(x if r in whole else x.removeprefix(indent) for r, x in rows)])

    def operand(self, node: ast.expr) -> str:
        """The source of an expression that is to be called, or asked for a part of it."""
        plain = isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.Subscript))
        return self.code(node) if plain else f"({self.code(node)})"

    def replace(self, node: ast.AST, new: libcst.CSTNode | str) -> None:
        """Put an expression (or a call's argument) in the place of another."""
        self.surgeon.replace(node, new)

    def add_argument(self, call: ast.Call, name: str, value: str) -> None:
        """Give a call one more argument by keyword, laid out as the others are."""
        old = self.cst(call)
        self.replace(call, old.with_changes(args=with_argument(old.args, option(name, value))))

    def bind_argument(self, function: ast.expr, name: str, value: str) -> None:
        """Give a function an argument by keyword, with `functools.partial`."""
        partial = self.spell("functools.partial", at=function)
        args = [libcst.Arg(self.cst(function)), option(name, value)]
        self.replace(function, libcst.Call(partial, args))

    def replace_statement(self, node: ast.stmt, new: Sequence[libcst.CSTNode | str]) -> None:
        """Put statements in the place of one; its leading comments stay in front."""
        self.surgeon.replace_statement(node, new)

    def as_one(self, node: ast.expr) -> str:
        """The source of an expression that may stand as one argument: a tuple in parentheses."""
        bare = isinstance(node, ast.Tuple) and not getattr(self.cst(node), "lpar", ())
        return f"({self.code(node)})" if bare else self.code(node)

    def insert_before(self, node: ast.stmt, new: Sequence[libcst.CSTNode | str]) -> None:
        """Put statements before one, below its leading comments' block."""
        self.surgeon.insert_before(node, new)

    def insert_after(self, node: ast.stmt, new: Sequence[libcst.CSTNode | str]) -> None:
        """Put statements after one."""
        self.surgeon.insert_after(node, new)

    def remove(self, node: ast.stmt) -> None:
        """Drop a statement; comments in front of it move to what follows."""
        self.surgeon.replace_statement(node, [])

    def edits(self) -> tuple[Edit, ...]:
        """The text edits of everything said so far."""
        return self.surgeon.edits()


class OnRequest(Codemod[M]):
    """A codemod that `jaxopt-lint rewrite NAME FILE:FUNCTION` asks what it would rewrite.

    Of any other codemod it asks the rules that name it. This is for rewrites that no rule
    proposes, or that make sense in more places than a rule can know.
    """

    def requested(self, qualname: str) -> list[M]:
        """What to rewrite in a function, or in the whole file where none is named."""
        raise NotImplementedError


AnyCodemod = type[Codemod[Any]]

__all__ = ["AnyCodemod", "Codemod", "OnRequest", "Precondition", "Promise", "Refusal"]
