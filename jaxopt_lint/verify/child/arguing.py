"""Arguments for scripts that read their command line: what a parser of `argparse` asks for and
nobody gave is made up, and said."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import Any

_NUMBERS = {int: "2", float: "0.1"}
_TRIED = ("2", "0.1", "made_up")  # for types that are functions
made_up: list[str] = []


def make_up() -> None:
    """From now on, a parser that reads the command line of this process gets what it requires."""
    parse = argparse.ArgumentParser.parse_known_args

    def parse_known_args(self: Any, args: Any = None, namespace: Any = None, **more: Any) -> Any:
        if args is None:
            given = sys.argv[1:]
            more_of_it = list(_missing(self, given))
            made_up.extend(one for one in [" ".join(more_of_it)] if one and one not in made_up)
            args = [*given, *more_of_it]
        return parse(self, args, namespace, **more)

    argparse.ArgumentParser.parse_known_args = parse_known_args  # type: ignore[method-assign]


def _missing(parser: argparse.ArgumentParser, given: Sequence[str]) -> Iterator[str]:
    """What a parser requires beyond what is given: options first, then what has its place."""
    bare = not any(not one.startswith("-") for one in given)
    chosen = {id(one) for one in _of_groups(parser, given)}
    places = []
    for action in parser._actions:
        if not action.required and id(action) not in chosen:
            continue
        if not action.option_strings:
            places.append(action)
        elif not _is_given(action, given):
            yield action.option_strings[-1]
            yield from _values(action)
    for action in places if bare else ():
        if isinstance(action, argparse._SubParsersAction):
            name, inner = next(iter(action.choices.items()))
            yield name
            yield from _missing(inner, [])
        else:
            yield from _values(action)


def _of_groups(parser: argparse.ArgumentParser, given: Sequence[str]) -> Iterator[argparse.Action]:
    """The first of each group of which one is required."""
    for group in parser._mutually_exclusive_groups:
        actions = group._group_actions
        if group.required and actions and not any(_is_given(one, given) for one in actions):
            yield actions[0]


def _is_given(action: argparse.Action, given: Sequence[str]) -> bool:
    return any(
        one == option or one.startswith(f"{option}=")
        for one in given
        for option in action.option_strings
    )


def _values(action: argparse.Action) -> list[str]:
    """As many values as an action takes."""
    if action.nargs == 0 or action.nargs in ("*", "?", argparse.REMAINDER):
        return []
    count = action.nargs if isinstance(action.nargs, int) else 1
    return [_value(action)] * count


def _value(action: argparse.Action) -> str:
    if action.choices:
        return str(next(iter(action.choices)))
    if action.type is None:
        return _TRIED[-1]
    if action.type in _NUMBERS:
        return _NUMBERS[action.type]  # type: ignore[index]
    for value in _TRIED:
        try:
            action.type(value)  # type: ignore[operator]
        except Exception:
            continue
        return value
    return _TRIED[-1]
