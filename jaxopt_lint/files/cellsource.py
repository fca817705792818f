"""Where the code of a notebook's cells stands in its JSON, and how it is put back there.

Only the `source` of a cell that changed is written anew; every other byte stays.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from jaxopt_lint.files.magics import LINE_END, physical
from jaxopt_lint.files.notebook import Notebook, read

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


class CannotWrite(Exception):
    """The cells cannot be put back; the text says why, for the user."""


@dataclass(slots=True)
class Place:
    """Where the source of a cell stands: its value, and the strings that it consists of."""

    start: int
    end: int
    parts: list[tuple[int, int]] = field(default_factory=list)


def places(text: str) -> dict[int, Place]:
    """The place of the source of each cell, by the cell's number from 1."""
    out: dict[int, Place] = {}
    stack: list[tuple[str, list[object]]] = []  # a bracket, and the key or number it is at
    expects_key = False
    for token in _TOKEN.finditer(text):
        word = token.group()
        opens = word in "{["
        if word in "}]":
            stack.pop()
            number = _cell(stack, 3)
            if number and number in out:
                out[number].end = token.end()
            expects_key = False
        elif word == ",":
            bracket, at = stack[-1]
            expects_key = bracket == "{"
            if bracket == "[":
                at[0] = int(at[0]) + 1  # type: ignore[call-overload]
        elif word == ":":
            expects_key = False
        elif expects_key and not opens:
            stack[-1][1][0] = json.loads(word)
        else:
            number = _cell(stack, 3)
            if number:
                out[number] = Place(token.start(), token.end())
            number = number or (_cell(stack, 4) if stack[-1:] and stack[-1][0] == "[" else 0)
            if number and word.startswith('"'):
                out[number].parts.append(token.span())
        if opens:
            stack.append((word, [0 if word == "[" else None]))
            expects_key = word == "{"
    return out


def _cell(stack: list[tuple[str, list[object]]], depth: int) -> int:
    """The number of the cell whose `source` is being read; 0 where it is something else."""
    if len(stack) != depth or [bracket for bracket, _ in stack[:3]] != ["{", "[", "{"]:
        return 0
    (_, top), (_, number), (_, key) = stack[:3]
    return int(number[0]) + 1 if (top[0], key[0]) == ("cells", "source") else 0  # type: ignore[call-overload]


def rows(text: str, notebook: Notebook) -> dict[int, range]:
    """The lines of the file, as git counts them, that hold a row of the joined code."""
    out: dict[int, range] = {}
    found = places(text)
    for first, cell in zip(notebook.starts, notebook.cells, strict=True):
        row = first
        for line, part in _parts(text, found.get(cell.number)):
            ends = len(LINE_END.findall(part))
            for n in range(row, row + ends + (not part.endswith(("\n", "\r")))):
                before = out.get(n, range(line, line))
                out[n] = range(before.start, line + 1)
            row += ends
    return out


def _parts(text: str, place: Place | None) -> Iterator[tuple[int, str]]:
    """The strings of a source, each with the line of the file that it stands on."""
    line, at = 1, 0
    for start, end in place.parts if place is not None else ():
        line += text.count("\n", at, start)
        at = start
        yield line, json.loads(text[start:end])


def written(text: str, before: Notebook, after: Notebook) -> str:
    """The JSON of a notebook whose cells have changed.

    Raises:
        CannotWrite: the result would not be this notebook.
    """
    found = places(text)
    new = {cell.number: cell.source for cell in after.cells}
    out, at = [], 0
    for cell in before.cells:
        if cell.number not in new or new[cell.number] == cell.source:
            continue
        place = found.get(cell.number)
        if place is None:
            raise CannotWrite(f"cell {cell.number} has no source to write to")
        out += [text[at : place.start], _value(text, place, new[cell.number])]
        at = place.end
    made = "".join([*out, text[at:]])
    there = {cell.number: cell.source for cell in read(made).cells}
    if there != new:
        raise CannotWrite("the cells would not be what they should")
    return made


def _value(text: str, place: Place, source: str) -> str:
    """A source as JSON, laid out as it was; lines that stay keep their spelling."""
    ascii_only = text.isascii()
    if text[place.start] != "[":
        return json.dumps(source, ensure_ascii=ascii_only)
    if not source:
        return "[]"
    old = [json.loads(text[a:b]) for a, b in place.parts]
    known = dict(zip(old, (text[a:b] for a, b in place.parts), strict=True))
    new = physical(source)
    lines = [known.get(line) or json.dumps(line, ensure_ascii=ascii_only) for line in new]
    if not place.parts:
        return f"[{', '.join(lines)}]"
    head = text[place.start + 1 : place.parts[0][0]]
    tail = text[place.parts[-1][1] : place.end - 1]
    gaps = [text[a[1] : b[0]] for a, b in zip(place.parts, place.parts[1:], strict=False)]
    out = [head]
    before = _before(old, new)
    for i, line in enumerate(lines):
        if i:
            at, last = before.get(i), before.get(i - 1)
            stays = at is not None and last is not None and at == last + 1
            out.append(gaps[last] if stays and last is not None else [*gaps, f",{head or ' '}"][0])
        out.append(line)
    return f"[{''.join(out)}{tail}]"


def _before(old: list[str], new: list[str]) -> dict[int, int]:
    """Which line each of the new ones was."""
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return {
        j1 + k: i1 + k
        for _, i1, i2, j1, j2 in matcher.get_opcodes()
        if i2 - i1 == j2 - j1
        for k in range(i2 - i1)
    }
