"""Finds the rules and codemods, checks that they are well formed, and picks the selected ones.

Rules and codemods are found by folder: adding one edits no list.
"""

from __future__ import annotations

import difflib
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from jaxopt_lint.rule import AnyRule, Match, Rule

if TYPE_CHECKING:
    from jaxopt_lint.codemod import AnyCodemod

_T = TypeVar("_T")
_CODE = re.compile(r"JOL\d{3}")
_SECTIONS = ("## Why is this slow?", "## Why is this bad?")
# What the engine itself reports; it cannot be deselected. Its rule only holds the manual page.
UNPARSABLE = ("JOL000", "unparsable-file")


class UnknownSelector(Exception):
    """A selector that names no rule; `nearest` is a suggestion or empty."""

    def __init__(self, selector: str, nearest: str) -> None:
        self.selector = selector
        self.nearest = nearest
        hint = f"; did you mean `{nearest}`?" if nearest else ""
        super().__init__(f"unknown rule selector `{selector}`{hint}")


class Malformed(Exception):
    """A rule or codemod that breaks a convention: the author's mistake, named with its file."""


@cache
def rules() -> dict[str, AnyRule]:
    """Every rule by its kebab-case name, ordered by code.

    Raises:
        Malformed: a rule is not well formed.
    """
    found: list[AnyRule] = []
    package = importlib.import_module("jaxopt_lint.rules")
    for module in _leaves(package):
        found.append(_only_class(module, Rule))
    found.sort(key=lambda rule: rule.code)
    for previous, rule in pairwise(found):
        if previous.code == rule.code:
            raise Malformed(f"{rule.code} is the code of {previous.name} and of {rule.name}")
    return {rule.name: rule for rule in found}


@cache
def codemod_names() -> frozenset[str]:
    """The names of all codemods, without importing them (they import LibCST)."""
    package = importlib.import_module("jaxopt_lint.codemods")
    return frozenset(
        info.name.replace("_", "-")
        for info in pkgutil.iter_modules(package.__path__)
        if not info.name.startswith("_")
    )


@cache
def codemod(name: str) -> AnyCodemod:
    """The codemod of a kebab-case name.

    Raises:
        KeyError: there is none.
        Malformed: it is not well formed.
    """
    from jaxopt_lint.codemod import Codemod

    if name not in codemod_names():
        raise KeyError(name)
    module = importlib.import_module(f"jaxopt_lint.codemods.{name.replace('-', '_')}")
    return _only_class(module, Codemod)


def proposing(name: str) -> list[AnyRule]:
    """The rules that name a codemod."""
    return [rule for rule in rules().values() if name in (rule.fix, *rule.other_fixes)]


def fix_for(rule: AnyRule, match: Match) -> str | None:
    """The codemod for a match of a rule: the first that takes its type."""
    for name in (rule.fix, *rule.other_fixes):
        if name is not None and isinstance(match, codemod(name).match_types):
            return name
    return None


def validate() -> None:
    """Check every convention that the parts rely on.

    Raises:
        Malformed: with the file and what is wrong.
    """
    for rule in rules().values():
        where = inspect.getfile(rule)
        if not _CODE.fullmatch(rule.code):
            raise Malformed(f"{where}: code {rule.code!r} is not JOL and three digits")
        manual = rule.__doc__ or ""
        if not any(section in manual for section in _SECTIONS) or "## Example" not in manual:
            raise Malformed(f"{where}: the docstring lacks its sections")
        if not rule.summary or rule.summary.endswith("."):
            raise Malformed(f"{where}: the summary is one sentence without full stop")
        looks = rule.matches is not Rule.matches or any(n.startswith("visit_") for n in dir(rule))
        if rule.subject == "code" and not looks:
            raise Malformed(f"{where}: neither a visit_ method nor `matches`")
        for fix in (rule.fix, *rule.other_fixes):
            if fix is not None and fix not in codemod_names():
                raise Malformed(f"{where}: there is no codemod {fix!r}")
        if rule.fix is not None:
            if "## Fix safety" not in manual:
                raise Malformed(f"{where}: a rule with a fix says how safe it is")
            _agree(rule)
    for name in codemod_names():
        cls = codemod(name)
        if not (cls.__doc__ or "").strip():
            raise Malformed(f"{inspect.getfile(cls)}: the docstring is the title of the fix")
        if not proposing(name) and not hasattr(cls, "requested"):
            raise Malformed(f"{inspect.getfile(cls)}: no rule names it, and it is not `OnRequest`")


def _agree(rule: AnyRule) -> None:
    """Every match of a rule has a codemod that takes it, and every codemod has a match."""
    where, reported = inspect.getfile(rule), rule.match_types
    fixes = {name: codemod(name) for name in (rule.fix, *rule.other_fixes) if name is not None}
    for one in reported:
        if not any(issubclass(one, fix.match_types) for fix in fixes.values()):
            raise Malformed(f"{where}: no codemod of it takes a {one.__name__}")
    for name, fix in fixes.items():
        if not any(issubclass(one, fix.match_types) for one in reported):
            raise Malformed(f"{where}: `{name}` takes nothing that the rule reports")


def select(
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    extend_select: Sequence[str] = (),
    preview: bool = False,
) -> list[AnyRule]:
    """The rules that a configuration asks for, by code.

    A longer selector beats a shorter one, and a name or full code beats a prefix; at equal
    length `ignore` wins. A rule that is off by default, or in preview without `preview`, runs only
    when it is named exactly.

    Raises:
        UnknownSelector: a selector names nothing.
    """
    every = tuple(rules().values())
    return list(_selected(every, tuple(select), tuple(ignore), tuple(extend_select), preview))


@cache
def _selected(
    every: tuple[AnyRule, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    extend: tuple[str, ...],
    preview: bool,
) -> tuple[AnyRule, ...]:
    for selector in (*select, *ignore, *extend):
        check_selector(selector)
    chosen = []
    for rule in every:
        on = max((strength(s, rule) for s in (select or ("ALL",))), default=0)
        on = max([on, *(strength(s, rule) for s in extend)])
        off = max((strength(s, rule) for s in ignore), default=0)
        exact = on == 99
        if on > off and (exact or (rule.default and (preview or not rule.preview))):
            chosen.append(rule)
    return tuple(chosen)


def strength(selector: str, rule: AnyRule) -> int:
    """How precisely a selector names a rule: 0 not at all, 99 by its name or code."""
    if selector.upper() == "ALL":
        return 1
    if selector == rule.name or selector.upper() == rule.code:
        return 99
    return 1 + len(selector) if rule.code.startswith(selector.upper()) else 0


def check_selector(selector: str) -> None:
    """Raise UnknownSelector unless the selector names at least one rule."""
    if selector.upper() == "ALL":
        return
    if any(strength(selector, rule) for rule in rules().values()):
        return
    raise UnknownSelector(selector, _nearest(selector))


_DIGITS = str.maketrans("OIL", "011")  # letters that stand for digits by mistake


def _nearest(word: str) -> str:
    """The name or code of a rule that was meant, as it seems; empty if none is near."""
    known = [n for rule in rules().values() for n in (rule.name, rule.code)]
    letters, digits = word[:3].upper(), word[3:].upper()
    for meant in (letters + digits.translate(_DIGITS), word, word.upper()):
        near = difflib.get_close_matches(meant, known, 1, 0.5)
        if near:
            return near[0]
    return ""


def find_rule(name_or_code: str) -> AnyRule:
    """The rule of a name or code.

    Raises:
        UnknownSelector: there is none.
    """
    for rule in rules().values():
        if name_or_code == rule.name or name_or_code.upper() == rule.code:
            return rule
    raise UnknownSelector(name_or_code, _nearest(name_or_code))


def chosen(selector: str) -> list[AnyRule]:
    """The rules that a name, a code, a prefix of codes or ALL stands for, by code.

    Raises:
        UnknownSelector: there is none.
    """
    found = [rule for rule in rules().values() if strength(selector, rule)]
    return found or [find_rule(selector)]


def _leaves(package: ModuleType) -> Iterable[ModuleType]:
    for info in pkgutil.iter_modules(package.__path__):
        if not info.name.startswith("_"):
            yield importlib.import_module(f"{package.__name__}.{info.name}")


def _only_class(module: ModuleType, base: type[_T]) -> type[_T]:
    classes = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, base)
        and value.__module__ == module.__name__
        and not value.__name__.startswith("_")
    ]
    expected = module.__name__.rpartition(".")[2].replace("_", "")
    if len(classes) != 1 or classes[0].__name__.lower() != expected:
        raise Malformed(f"{module.__file__}: expected one class, named after the file")
    return classes[0]
