"""What IPython takes in a cell and Python does not: magics, commands of the shell, help.

    %matplotlib inline        pass
    %time x = f(y)            x = get_ipython(lambda: (f, y))
    files = !ls               files = get_ipython()
    f?                        pass

What is put there instead has as many rows. It tells Python what the line tells IPython: which
names it reads, and which it binds to something that nobody knows.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterable, Iterator

from jaxopt_lint.syntax.reading import parse

LINE_END = re.compile(r"\r\n|\r|\n")
# Cell magics whose cell is Python that runs in the notebook's own process.
_RUN_HERE = frozenset(
    {"capture", "debug", "heat", "ipytest", "lprun", "memit", "mprun", "prun", "scalene",
     "snakeviz", "time", "timeit", "wandb"}
)  # fmt: skip
# Line magics that run the statement behind them.
_RUN_STATEMENT = re.compile(r"%(?:time|timeit|prun|lprun|memit|mprun|snakeviz)\b\s*(?P<code>.*)")
_OPTION = re.compile(r"-[a-zA-Z](?:\s*\d+|\s+[\w.]+(?=\s+[-\w]))?\s+|-[a-zA-Z]\s*$")
# Colab takes a magic behind the comments that make a form of a cell, too.
_CELL_MAGIC = re.compile(r"(?:[ \t]*(?:#[ \t]*@[^\r\n]*)?(?:\r\n|\r|\n))*%%(?P<name>\S*)")
_ESCAPED = re.compile(r"[ \t\f]*(?:[%!?]|[,;/][ \t]*[A-Za-z_])")
_ASSIGNED = re.compile(
    r"[ \t\f]*(?P<names>[A-Za-z_][\w.,* \t\[\]()'\"]*?)[ \t]*=[ \t]*(?P<magic>[%!](?!=).*)"
)
_HELP = re.compile(r"[^\r\n#]*?[\w\])*]\?\??[ \t]*;?[ \t]*(?:#.*)?$")
# Commands that IPython takes without a `%`, where the line is no Python.
_AUTOMATIC = re.compile(
    r"[ \t]*(?:pip3?|conda|mamba|micromamba|uv|cd|ls|ll|mkdir|rm|cp|mv|cat|env|load_ext|reload_ext"
    r"|autoreload|matplotlib|pylab|time|timeit)[ \t]+[\w./~$-]"
)
_NAME = re.compile(r"[^\W\d]\w*")
_BOUND = re.compile(
    r"(?<![\w.])([^\W\d]\w*)[ \t]*(?:[-+*/%&|^@]|//|\*\*|<<|>>)?=(?!=)"
    r"|\b(?:def|class|import|as|for)[ \t]+([^\W\d]\w*)"
    r"|^[ \t]*((?:[^\W\d]\w*[ \t]*,[ \t]*)+[^\W\d]\w*)[ \t]*=(?!=)",
    re.MULTILINE,
)
_TOKEN = re.compile(
    r"""(?P<comment>\#[^\r\n]*)
    | (?P<string>'''(?:[^\\]|\\.)*?(?:'''|\Z) | \"""(?:[^\\]|\\.)*?(?:\"""|\Z)
        | '(?:[^'\\\r\n]|\\(?:\r\n|.))*'? | "(?:[^"\\\r\n]|\\(?:\r\n|.))*"?)
    | (?P<joined>\\(?:\r\n|\r|\n))
    | (?P<end>\r\n|\r|\n)
    | (?P<open>[\[({]) | (?P<close>[\])}])
    | [^#'"\\\r\n\[\](){}]+ | .""",
    re.VERBOSE | re.DOTALL,
)


def is_python(source: str) -> bool:
    """Whether a cell is code of the notebook's own Python, and not of a `%%magic` of its own.

    >>> is_python("%%time\\nf(x)"), is_python("%%bash\\nls"), is_python("#@title A\\n%%html\\n<b>")
    (True, False, False)
    """
    found = _CELL_MAGIC.match(source)
    return found is None or found["name"] in _RUN_HERE


def masked(source: str) -> tuple[str, frozenset[int]]:
    """A cell as Python reads it, and the rows, from 1, that are not as they were.

    >>> masked("%time x = f(y)\\nx")
    ('x = get_ipython(lambda: (f, y,))\\nx', frozenset({1}))
    """
    lines = physical(source)
    hidden: dict[int, str] = {}
    for first, last in _commands(source, lines):
        whole = "".join(lines[first : last + 1])
        hidden[first] = _instead(re.sub(r"\\(?:\r\n|\r|\n)", " ", whole))
        hidden.update(dict.fromkeys(range(first + 1, last + 1), ""))
    out = [hidden[row] + _end(line) if row in hidden else line for row, line in enumerate(lines)]
    return "".join(out), frozenset(row + 1 for row in hidden)


def opaque(source: str) -> str:
    """Code that cannot be read, in as many rows: all names in it are read, and those that it may
    bind are bound to something unknown."""
    bound = {name for one in _BOUND.findall(source) for name in _NAME.findall(" ".join(one))}
    names = {name for name in _NAME.findall(source) if not keyword.iskeyword(name)}
    first, *rest = physical(source) or [""]
    made = _call(sorted(bound & names), sorted(names)) + _end(first)
    return made + "".join(map(_end, rest))


def dedented(source: str) -> str | None:
    """A cell without the indentation of all its lines, which IPython takes off; None where there
    is none, or not one of all lines."""
    lines = physical(source)
    code = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    indent = code[0][: len(code[0]) - len(code[0].lstrip(" \t"))] if code else ""
    if not indent or not all(line.startswith(indent) for line in code):
        return None
    return "".join(line.removeprefix(indent) for line in lines)


def physical(text: str) -> list[str]:
    """The lines of a text as Python counts them, with their ends.

    >>> physical("a\\r\\nb")
    ['a\\r\\n', 'b']
    """
    ends = [match.end() for match in LINE_END.finditer(text)]
    stops = ends if ends and ends[-1] == len(text) else [*ends, len(text)]
    return [text[a:b] for a, b in zip([0, *stops], stops, strict=False) if a < b]


def _commands(source: str, lines: list[str]) -> Iterator[tuple[int, int]]:
    """The first and the last line, from 0, of what only IPython reads.

    Python never begins a statement in these ways, nor ends one so: what stands within a string
    or within brackets is left alone.
    """
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    row = 0
    while row < len(lines):
        text = lines[row].rstrip("\r\n")
        if _ESCAPED.match(text) or _ASSIGNED.match(text):
            last = row
            while lines[last].rstrip("\r\n").endswith("\\") and last + 1 < len(lines):
                last += 1
            yield row, last
            row = last + 1
            continue
        stop = _end_of_statement(source, starts[row])
        after = row + 1
        while after < len(lines) and starts[after] < stop:
            after += 1
        short = after == row + 1 and (_HELP.match(text) or _AUTOMATIC.match(text))
        if short and not _parses(text):
            yield row, row
        row = after


def _end_of_statement(source: str, start: int) -> int:
    """Where the line ends that is one statement, or the head of one."""
    depth = 0
    for token in _TOKEN.finditer(source, start):
        if token.lastgroup == "open":
            depth += 1
        elif token.lastgroup == "close":
            depth = max(0, depth - 1)
        elif token.lastgroup == "end" and not depth:
            return token.end()
    return len(source)


def _instead(line: str) -> str:
    """What Python reads in the place of a command."""
    indent = line[: len(line) - len(line.lstrip(" \t\f"))]
    text = line.strip()
    assigned = _ASSIGNED.match(line)
    if assigned is not None:
        reads, _ = _names(_code(assigned["magic"]))
        made = f"{assigned['names'].strip()} = {_call((), reads)}"
        return indent + (made if _parses(made) else "pass")
    magic = f"%{text}" if _AUTOMATIC.match(text) else text
    reads, binds = _names(_code(magic))
    if magic.startswith("%timeit"):
        binds = []  # it runs in a function
    return indent + (_call(binds, reads) if reads or binds else "pass")


def _code(magic: str) -> str:
    """The statement that a magic runs, "" where it runs none."""
    found = _RUN_STATEMENT.match(magic)
    if found is None:
        return ""
    code = found["code"].strip()
    while option := _OPTION.match(code):
        code = code[option.end() :]
    return code


def _names(code: str) -> tuple[list[str], list[str]]:
    """The names that a statement reads, and those that it binds."""
    try:
        tree = parse(code).tree
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [], []
    inner = {
        node.id
        for made in ast.walk(tree)
        if isinstance(made, ast.comprehension)
        for node in ast.walk(made.target)
        if isinstance(node, ast.Name)
    }
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    binds = {node.id for node in names if isinstance(node.ctx, ast.Store)} - inner
    reads = {node.id for node in names if isinstance(node.ctx, ast.Load)} - inner
    return sorted(reads), sorted(binds)


def _call(binds: Iterable[str], reads: Iterable[str]) -> str:
    """A call of nobody knows what, that may read names and binds others."""
    inside = "".join(f"{name}, " for name in reads).rstrip()
    call = f"get_ipython(lambda: ({inside}))" if inside else "get_ipython()"
    targets = ", ".join(binds)
    return f"{targets} = {call}" if targets else call


def _parses(text: str) -> bool:
    try:
        parse(text.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _end(line: str) -> str:
    """How a line that is emptied ends: never so that an empty line behind it would be joined."""
    end = line[len(line.rstrip("\r\n")) :]
    return "\n" if end == "\r" else end
