"""The parts of a file that may or may not be run, and what each speaks of: plain data, made by
`parts.py`.

A part is a function, a class or a method, its `__main__` block, or the file itself: all that runs
when it is imported, the heads of its functions and classes too. By these the whole project is
asked what is reached (`reaching.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

MOST = 40  # arguments of a call that are counted
MAIN = "__main__"  # what the block of a module is called among its parts; "" is the module


@dataclass(frozen=True, slots=True)
class Aside:
    """What is spoken of in the files of a project that nobody parses.

    Attributes:
        words: all words.
        files: files of Python that are named there, without the ending, and dotted names.
        manual: something there makes a manual for readers.
    """

    words: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    manual: bool = False


@dataclass(slots=True)
class Unit:
    """One part of a file.

    Attributes:
        own: the definitions at the top of the file that it reads.
        taken: what it reads of other modules, dotted; with `.*` behind what is no part of a longer
            name, as anything may be asked of that if it is a module.
        words: by which it may mean anything of that name.
        calls: by which it may mean anything of that name that takes so many arguments.
        bare: by which it may mean what stands at the top of a file under that name.
        selves: what it asks of its own object, with the class at whose method it stands.
        imports: the modules that it imports, dotted, and what it takes from them.
        asked: only who speaks of it comes to it.
    """

    own: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    calls: set[tuple[str, int]] = field(default_factory=set)
    bare: set[str] = field(default_factory=set)
    selves: set[tuple[str, str]] = field(default_factory=set)
    imports: set[str] = field(default_factory=set)
    asked: bool = False


@dataclass(slots=True)
class Handing:
    """What the calls of a file give, by names alone, and what its definitions have a default for.

    Attributes:
        keywords: the parameters that calls name.
        most: by the last name of what is called: how many places calls fill, `ALL` with a star.
        values: last names of what is read and not called at once.
        stored: attributes that get a value.
        fields: the names that classes bind in their bodies, once for each class.
        optional: what has a constant for its default and decides something: the definition, by
            what it is called, the name, its place, and whether it is a field.
    """

    keywords: set[str] = field(default_factory=set)
    most: dict[str, int] = field(default_factory=dict)
    values: set[str] = field(default_factory=set)
    stored: set[str] = field(default_factory=set)
    fields: list[str] = field(default_factory=list)
    optional: list[tuple[str, str, str, int, bool]] = field(default_factory=list)


ALL = 1_000_000  # places that a call with a star may fill, and more than others do


@dataclass(slots=True)
class Units:
    """The parts of a file.

    Attributes:
        parts: by their names within the file.
        texts: the words of texts that are not there for readers.
        bases: the classes at its top with what is above them, dotted.
        hangs: of those, the ones whose methods only run if somebody speaks of them, where that
            holds of some classes of other files.
        given: of a package: what it gives on besides names of its own, dotted: modules, and with
            `.*` all that is in one.
        takes: how many arguments the functions and methods take at least and at most of which that
            is known, besides the object.
        explained: the functions and classes at its top that tell in several lines what they are
            there for.
        files: files of Python and dotted names in texts.
        works: it does something when it runs, besides binding names.
        makes: it works something out when it runs, if only to bind a name.
        is_open: it may take its own names from a text.
        loads: it brings in modules that no import names: those that lie somewhere.
        asks: it brings in modules that a text names.
        handing: what its calls give.
    """

    parts: dict[str, Unit] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)
    bases: dict[str, list[str]] = field(default_factory=dict)
    hangs: dict[str, list[str]] = field(default_factory=dict)
    given: list[str] = field(default_factory=list)
    takes: dict[str, tuple[int, int]] = field(default_factory=dict)
    explained: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    works: bool = False
    makes: bool = False
    is_open: bool = False
    loads: bool = False
    asks: bool = False
    handing: Handing = field(default_factory=Handing)
