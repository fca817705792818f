"""What of a project its programs come to: from what runs by itself, along what each part speaks of.

A part is reached where something reached imports its file and means it by its name: in the file,
by an import that is read, as an attribute of anything, or in a text. An import alone means
nothing. What is public in a package that others may install is reached by those.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from jaxopt_lint.semantics.jax.families import Families
from jaxopt_lint.semantics.jax.giving import named_among, told_of
from jaxopt_lint.semantics.jax.project import Project, is_test_file
from jaxopt_lint.semantics.jax.units import MAIN, MOST, Aside, Unit, Units

_Part = tuple[str, str]  # module, name within it; "" is the module itself
_Public = tuple[frozenset[str], frozenset[str]]  # modules that others are told of, other classes
_READ_CONFIGS = "DEFINE_config_file"  # gives files that a command names, and calls one function
_GIVES_CONFIG = "get_config"
_COMMANDS = ("argparse.", "absl.app", "absl.flags", "sys.argv", "hydra.main", "hydra.initialize",
             "hydra.compose", "tyro.", "fire.", "click.", "typer.", "simple_parsing.",
             "gin.parse")  # fmt: skip
_SETTINGS = ("os.environ", "os.getenv")
_COLLECTED = ("test_", "Test")  # pytest does so in every file that it is given
_MOST_SHARE = 3  # where every third module seems to be of no use, something is not understood


class Reached(NamedTuple):
    """What nothing of a project comes to.

    Attributes:
        parts: dotted functions, classes and methods.
        modules: those that nothing imports, and that are no programs.
        shown: what only the `__main__` block of a module comes to that others import.
        asked: not these: the modules of which anything may be asked for by its name.
        hidden: those that others may install, and are not told of.
    """

    parts: set[str]
    modules: set[str]
    shown: set[str]
    asked: set[str]
    hidden: frozenset[str]


def reached(
    project: Project, units: Mapping[str, Units], paths: Mapping[str, str], aside: Aside,
    offered: Iterable[str],
) -> Reached:  # fmt: skip
    """What nothing of a project comes to.

    Args:
        units: the parts of each module.
        paths: the files of the modules, as they are shown.
        offered: the modules that others may install.
    """
    looked = _Search(project, units, paths, aside, frozenset(offered))
    looked.run(demos=True)
    missed = looked.missed()
    lost = {module for module in units if module not in looked.modules}
    programs = [m for m in units if not is_test_file(paths[m])]
    if len(lost) * _MOST_SHARE > len(programs):
        lost = set()
    again = _Search(project, units, paths, aside, looked.packaged, looked.public)
    again.run(demos=False)
    shown = again.missed() - missed
    return Reached(
        missed, lost, shown & again.displayed, looked.asked, looked.packaged - looked.public[0]
    )


class _Search:
    def __init__(
        self, project: Project, units: Mapping[str, Units], paths: Mapping[str, str],
        aside: Aside, packaged: frozenset[str], public: _Public | None = None,
    ) -> None:  # fmt: skip
        self.project, self.units, self.paths = project, units, paths
        self.aside, self.packaged = aside, packaged
        self.modules: set[str] = set()
        self.used: set[str] = set()  # those that do something, or are imported
        self.parts: set[_Part] = set()
        self.words: set[str] = set(aside.words)
        self.bare: set[str] = set()  # these are no methods
        self.calls: set[tuple[str, int]] = set()  # words with the number of arguments
        self.names: set[str] = set()
        self.selves: set[tuple[str, str]] = set()  # what classes ask of themselves, by family
        self.todo: list[_Part] = []
        self.by_word: dict[str, list[_Part]] = {}
        self.by_end: dict[str, list[str]] = {}
        self.methods: dict[_Part, list[str]] = {}
        self.families = Families(project, units)
        self.whole: set[str] = set()  # the modules that are there for others, with all of theirs
        self.asked: set[str] = set()
        self.demos: set[str] = set()  # the modules whose `__main__` block counts for nothing
        self.displayed: set[str] = set()  # what these blocks come to, dotted
        self.said, self.files = set(aside.words), set(aside.files)
        for told in units.values():
            self.said |= told.texts
            self.files |= told.files
        self.loaded = any(told.loads for told in units.values())
        if any(told.asks for told in units.values()):
            self.loaded |= any(
                name.startswith((*_COMMANDS, *_SETTINGS))
                for told in units.values() for unit in told.parts.values() for name in unit.taken
            )  # fmt: skip
        self.called = named_among(units, self.files)
        for module, told in units.items():
            for name in told.parts:
                owner, _, last = name.rpartition(".")
                if name not in ("", MAIN):
                    self.by_word.setdefault(last, []).append((module, name))
                if owner:
                    self.methods.setdefault((module, owner), []).append(name)
            parts = module.split(".")
            for i in range(len(parts)):
                self.by_end.setdefault(".".join(parts[i:]), []).append(module)
        if public is None:
            modules, names = told_of(
                units, paths, packaged, aside.words, self.files, self.meant, self.loaded
            )
            public = modules, self._classes(names)
        self.public = public

    def _classes(self, names: Iterable[str]) -> frozenset[str]:
        """The classes that some names stand for, and those above them, dotted."""
        out, todo = set[str](), [self.project.resolved(name.removesuffix(".*")) for name in names]
        while todo:
            dotted = todo.pop()
            home, _, name = dotted.rpartition(".")
            if dotted not in out and home in self.units and name in self.units[home].bases:
                out.add(dotted)
                todo += map(self.project.resolved, self.units[home].bases[name])
        return frozenset(out)

    def run(self, demos: bool) -> None:
        """Find all that is reached.

        Args:
            demos: `__main__` blocks that only show a module at work count, too.
        """
        taken = {m for told in self.units.values() for u in told.parts.values() for m in u.imports}
        imported = {found for name in taken for found in self.meant(name)}
        self.whole = {
            module for module, told in self.units.items()
            if is_test_file(self.paths[module])
            or not (told.works or MAIN in told.parts or module in imported)
        }  # fmt: skip
        for module, told in self.units.items() if not demos else ():
            if MAIN in told.parts and self._shows(module, imported):
                self.demos.add(module)
                self.displayed |= {f"{module}.{name}" for name in _from_block(told)}
        for module, told in self.units.items():
            if self.loaded or self._is_entry(module):
                self._reach_module(module)
            if (told.works or MAIN in told.parts) and not is_test_file(self.paths[module]):
                self.used.add(module)
            if MAIN in told.parts and module not in self.demos:
                self._reach((module, MAIN))
        while self.todo:
            self._follow(*self.todo.pop())

    def missed(self) -> set[str]:
        """The dotted names of what is not reached in modules that are of use to the project: of
        others all may be there for those who read of them."""
        return {
            f"{module}.{name}"
            for module in self.used & self.modules
            for name in self.units[module].parts
            if name not in ("", MAIN) and (module, name) not in self.parts
        }

    def _shows(self, module: str, imported: set[str]) -> bool:
        """Whether the `__main__` block of a module shows it at work, and is no program."""
        return (
            module in imported
            and "." in module
            and not _reads_command(self.units[module])
            and self.aside.files.isdisjoint({module.rpartition(".")[2], module})
            and not is_test_file(self.paths[module])
        )

    def _is_entry(self, module: str) -> bool:
        """Whether a module runs though no module of the project imports it, as far as is known."""
        told = self.units[module]
        return (
            told.works
            or told.makes
            or MAIN in told.parts
            or module in self.public[0]
            or module in self.called
            or (module not in self.packaged and module.rpartition(".")[2] in self.said)
            or is_test_file(self.paths[module])
            or not self.paths[module].endswith(".py")
            or (module not in self.packaged and _holds_tests(told))
            or (_GIVES_CONFIG in told.parts and _READ_CONFIGS in self.said)
        )

    def meant(self, name: str) -> list[str]:
        """The modules that an import may mean: by its whole path, or by a part of it."""
        name = self.project.within_root(name)
        if name in self.units:
            return [name]
        found = list(self.by_end.get(name, ()))
        while "." in name and not found:
            name = name.partition(".")[2]
            found = [name] if name in self.units else []
        return found

    def _reach_module(self, module: str) -> None:
        if module in self.modules:
            return
        self.modules.add(module)
        told = self.units[module]
        self._reach((module, ""))
        for part in told.parts:
            if part not in ("", MAIN):
                if not self._is_asked(module, part) or self._is_meant(module, part):
                    self._reach((module, part))
        package = module.rpartition(".")[0]
        while package:
            if package in self.units:
                self._reach_module(package)
            package = package.rpartition(".")[0]

    def _is_asked(self, module: str, part: str) -> bool:
        """Whether only who speaks of a part comes to it."""
        owner = part.rpartition(".")[0]
        unit = self.units[module].parts[part]
        return unit.asked and (not owner or self.families.stands_alone(module, owner))

    def _is_meant(self, module: str, part: str) -> bool:
        """Whether something reached speaks of a part, or those who do are not known."""
        (owner, _, last), dotted = part.rpartition("."), f"{module}.{part}"
        told = (
            module in self.public[0]
            or f"{module}.{owner}" in self.public[1]
            or (module in self.packaged and part in self.units[module].explained)
        )
        public = told and not last.startswith("_")
        return (
            last in self.words
            or (not owner and last in self.bare)
            or any((last, n) in self.calls for n in self._numbers(module, part))
            or (bool(owner) and (self.families.of(f"{module}.{owner}"), last) in self.selves)
            or dotted in self.names
            or module in self.whole
            or self.units[module].is_open
            or (public and dotted not in self.displayed)
        )

    def _reach(self, part: _Part) -> None:
        """Take a part for reached, once its class is."""
        module, name = part
        owner = name.rpartition(".")[0]
        if part in self.parts or (owner and (module, owner) not in self.parts):
            return
        self.parts.add(part)
        self.todo.append(part)
        for method in self.methods.get(part, ()):
            if not self._is_asked(module, method) or self._is_meant(module, method):
                self._reach((module, method))

    def _follow(self, module: str, name: str) -> None:
        """Reach what a part speaks of."""
        unit = self.units[module].parts[name]
        for word in unit.words - self.words:
            self._hear(word)
        for call in unit.calls - self.calls:
            self._hear_call(*call)
        for word in unit.bare - self.words:
            self._hear(word, self.bare)
        for owner, word in unit.selves:
            self._hear_self(self.families.of(f"{module}.{owner}"), word)
        for one in unit.imports:
            for found in self.meant(one):
                self._reach_module(found)
                self.used.add(found)
        for one in unit.own:
            self._name(f"{module}.{one}")
        for one in unit.taken:
            self._take(one)

    def _take(self, dotted: str) -> None:
        """Reach what a name of another module stands for."""
        every, dotted = dotted.endswith(".*"), dotted.removesuffix(".*")
        head, rest = self.project.resolved(dotted), list[str]()
        while head and head not in self.units:
            head, _, last = head.rpartition(".")
            rest.insert(0, last)
        if not head:  # found by a path that nobody knows, or of a library
            home, _, last = dotted.rpartition(".")
            if self.meant(home):
                self._hear(last)
            return
        self._reach_module(head)
        if rest == ["__dict__"] or (every and not rest):
            self.whole.add(head)
            self.asked.add(head)
            for part in self.units[head].parts:
                if part != MAIN:
                    self._reach((head, part))
            for given in self.units[head].given:
                if given.endswith(".*"):
                    self._take(given)
        elif rest:
            self._name(f"{head}.{rest[0]}")
        if rest and f"{head}.{rest[0]}" in self.project.absent:
            return  # the import fails
        for word in rest[1:]:
            self._hear(word)

    def _name(self, dotted: str) -> None:
        if dotted not in self.names:
            self.names.add(dotted)
            module, _, name = dotted.rpartition(".")
            if name in self.units[module].parts and module in self.modules:
                self._reach((module, name))
            elif (home := self.project.resolved(dotted)) != dotted:
                self._take(home)
            elif any(given.endswith(".*") for given in self.units[module].given):
                self._hear(name, self.bare)

    def _hear(self, word: str, known: set[str] | None = None) -> None:
        """Take a word for what is at the top of a file, and, unless it is kept elsewhere, for
        methods."""
        words = self.words if known is None else known
        if word not in words:
            words.add(word)
            for module, name in self.by_word.get(word, ()):
                if module in self.modules and (known is None or "." not in name):
                    self._reach((module, name))

    def _hear_call(self, word: str, arguments: int) -> None:
        self.calls.add((word, arguments))
        for module, name in self.by_word.get(word, ()) if word not in self.words else ():
            if module in self.modules and arguments in self._numbers(module, name):
                self._reach((module, name))

    def _numbers(self, module: str, part: str) -> range:
        """How many arguments a call may give to a part."""
        least, most = self.units[module].takes.get(part, (0, MOST))
        return range(least, most + 1)

    def _hear_self(self, family: str, word: str) -> None:
        if (family, word) not in self.selves:
            self.selves.add((family, word))
            for module, name in self.by_word.get(word, ()):
                owner = name.rpartition(".")[0]
                if owner and self.families.of(f"{module}.{owner}") == family:
                    if module in self.modules:
                        self._reach((module, name))


def _holds_tests(told: Units) -> bool:
    return any(name.rpartition(".")[2].startswith(_COLLECTED) for name in told.parts)


def _reads_command(told: Units) -> bool:
    """Whether what a file does as a program may be said on its command line."""
    parts = ("", MAIN, *_from_block(told))
    return any(name.startswith(_COMMANDS) for part in parts for name in told.parts[part].taken)


def _from_block(told: Units) -> set[str]:
    """The parts of a file that its `__main__` block comes to."""
    out, pending = set[str](), [MAIN]
    while pending:
        unit = told.parts[pending.pop()]
        for name in told.parts:
            meant = name.partition(".")[0] in unit.own or (
                "." in name and _asks_for(unit, name.rpartition(".")[2])
            )
            if name and name not in out and meant:
                out.add(name)
                pending.append(name)
    return out


def _asks_for(unit: Unit, method: str) -> bool:
    return method in unit.words or any(method in pair for pair in (*unit.selves, *unit.calls))
