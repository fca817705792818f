"""The parts of a file that may or may not be run, and what each speaks of: plain data, made by
`parts.py`.

A part is a function, a class or a method, its `__main__` block, or the file itself: all that runs
when it is imported, the heads of its functions and classes too. By these the whole project is
asked what is reached (`reaching.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

MAIN = "__main__"  # what the block of a module is called among its parts; "" is the module


@dataclass(slots=True)
class Unit:
    """One part of a file.

    Attributes:
        own: the definitions at the top of the file that it reads.
        taken: what it reads of other modules, dotted.
        words: by which it may mean anything of that name.
        imports: the modules that it imports, dotted, and what it takes from them.
        asked: only who speaks of it comes to it.
    """

    own: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    imports: set[str] = field(default_factory=set)
    asked: bool = False


@dataclass(slots=True)
class Units:
    """The parts of a file.

    Attributes:
        parts: by their names within the file.
        texts: the words of texts that are not there for readers.
        works: it does something when it runs, besides binding names.
        is_open: it may take its own names from a text.
        loads: it brings in modules that no import names.
        commanded: it reads a command line.
    """

    parts: dict[str, Unit] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)
    works: bool = False
    is_open: bool = False
    loads: bool = False
    commanded: bool = False
